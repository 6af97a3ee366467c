#!/usr/bin/env node
// Starts the desktop VS Code named in SDD_TEST_DESKTOP without the argument that switches workspace trust off.
import { spawn } from "node:child_process";

const program = process.env["SDD_TEST_DESKTOP"];
if (program === undefined) throw new Error("SDD_TEST_DESKTOP names no program.");
const args = process.argv.slice(2).filter((arg) => arg !== "--disable-workspace-trust");
const child = spawn(program, args, { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
