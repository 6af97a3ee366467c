import { describe, expect, test } from "vitest";
import { diagnosticMessage } from "../../../src/core/diagnostics.js";
import { newOrchestration } from "../../../src/core/project/init.js";
import { findOrchestration, projectDiagnostics } from "../../../src/core/project/project.js";
import { fixture, sampleFiles } from "../context/fixture.js";

/** What takes no part in anything says so, once, where it stands. */

const MAP = "docs/checkout/traceability-map.yaml";
const head = (slug: string): string => `orchestration:\n  name: Checkout\n  slug: ${slug}\n`;

async function findings(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const project = await fixture(files).session.refresh();
  return projectDiagnostics(project).map((each) => `${each.path}:${each.line} ${diagnosticMessage(each)}`);
}

describe("passed over", () => {
  test("a stage that names a document which the map gave to another stage", async () => {
    const map = `${head("checkout")}artifacts:\n  prd: {file: 02-prd.md, state: draft}\n  techspec:\n    file: ./02-prd.md\n    state: draft\n`;
    expect(await findings({ [MAP]: map, "docs/checkout/02-prd.md": "# PRD — Checkout\n" })).toEqual([
      `${MAP}:7 The map names 02-prd.md for the stage prd already; for techspec it was passed over.`,
    ]);
  });

  test("a slug in the map that is not the folder's", async () => {
    const map = `${head("check-out")}artifacts: {}\n`;
    expect(await findings({ [MAP]: map })).toEqual([
      `${MAP}:3 The map's slug is “check-out”, its folder's name “checkout”; the folder's name is the one that counts.`,
    ]);
    expect(await findings({ [MAP]: `${head("checkout")}artifacts: {}\n` })).toEqual([]);
  });

  test.each([
    ["a device", "docs/aux/traceability-map.yaml", `${head("aux-1")}artifacts: {}\n`],
    ["which Windows cuts the end off", "docs/v1./02-prd.md", "# PRD — X\n"],
  ])("a folder with a name: %s", async (_, path, text) => {
    const folder = path.split("/")[1] ?? "";
    const found = await findings({ [path]: text, "docs/plain/notes.md": "# Notes\n" });
    expect(found).toContain(
      `${path}:1 The folder “${folder}” has a name that not every system allows, so it makes no orchestration.`,
    );
  });

  test("nothing, where a folder only holds other documents", async () => {
    expect(await findings({ "docs/aux/notes.md": "# N\n", "docs/_templates/01-idea.md": "# I\n" })).toEqual(
      [],
    );
  });

  test("a README as it was made, but not one that says something", async () => {
    const { files } = newOrchestration("Checkout", "2026-01-01T00:00:00Z");
    const readme = files.find(({ path }) => path.endsWith("README.md"));
    const quoted = async (text: string) => {
      const { session } = fixture({ ...sampleFiles(), "docs/checkout/README.md": text });
      const project = await session.refresh();
      const { manifest } = session.build(project, findOrchestration(project, "checkout"), "tasks");
      return manifest.sources.find(({ path }) => path === "docs/checkout/README.md")?.verdict;
    };
    expect(await quoted(readme?.text ?? "")).toBe("out");
    expect(await quoted(readme?.text.replaceAll("\n", "\r\n") ?? "")).toBe("out");
    expect(await quoted(`${readme?.text ?? ""}\nPayments go through one adapter, and never past it.\n`)).toBe(
      "in",
    );
  });
});
