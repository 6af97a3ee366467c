// `vsce` writes its package into a folder that has to be there.
import { mkdirSync } from "node:fs";

mkdirSync("out", { recursive: true });
