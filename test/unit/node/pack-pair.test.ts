import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProjectSession } from "../../../src/core/context/session.js";
import { findOrchestration } from "../../../src/core/project/project.js";
import type { WriteDisk } from "../../../src/node/atomic-write.js";
import { createProjectWriter } from "../../../src/node/project-writer.js";
import { openSession } from "../../../src/node/session.js";
import { tempFolder } from "./temp.js";

/** A pack and its manifest are two files: a writer that ends between them must leave nothing that is believed. */

const PACK = ".sdd/intelligence/context-packs/checkout/tasks.md";
const MANIFEST = ".sdd/intelligence/context-packs/checkout/tasks.manifest.json";
const PRD = "docs/checkout/02-prd.md";
const prd = (text: string): string => `# PRD — Checkout\n\n## Requirements\n\n- ${text}\n`;

function project(): string {
  return tempFolder({
    "docs/checkout/traceability-map.yaml":
      "orchestration: {name: Checkout, slug: checkout}\nartifacts:\n  prd: {file: 02-prd.md, state: approved}\n",
    [PRD]: prd("the buyer pays by card"),
  });
}

const open = (root: string): ProjectSession =>
  openSession(root, { load: () => undefined, save: () => undefined }).session;

async function build(session: ProjectSession) {
  const now = await session.refresh();
  const outcome = session.build(now, findOrchestration(now, "checkout"), "tasks");
  return { outcome, inventory: now.inventory };
}

async function status(root: string) {
  const session = open(root);
  const now = await session.refresh();
  return session.packs(now, findOrchestration(now, "checkout")).map(({ freshness, manifest }) => ({
    freshness,
    hasManifest: manifest !== undefined,
  }));
}

/** A disk for a process that is killed at its n-th rename: from there on nothing happens any more. */
function diesAt(rename: number): WriteDisk {
  let count = 0;
  const dead = (): never => {
    throw new Error("killed");
  };
  return {
    ...fs,
    renameSync: (from, to) => {
      if (++count >= rename) dead();
      fs.renameSync(from, to);
    },
    unlinkSync: (path) => {
      if (count >= rename) dead();
      fs.unlinkSync(path);
    },
  };
}

const read = (root: string, path: string): string => fs.readFileSync(join(root, path), "utf8");

describe("a pack and its manifest", () => {
  test("that were written together are believed", async () => {
    const root = project();
    const session = open(root);
    const { outcome, inventory } = await build(session);
    session.write(outcome, inventory);
    expect(await status(root)).toEqual([{ freshness: "fresh", hasManifest: true }]);
  });

  test("of which only the first was replaced are not, and the next build puts that right", async () => {
    const root = project();
    const session = open(root);
    const first = await build(session);
    session.write(first.outcome, first.inventory);
    const before = read(root, MANIFEST);
    fs.writeFileSync(join(root, PRD), prd("the buyer pays by transfer, or not at all"));

    const { outcome } = await build(session);
    const files = [
      { path: PACK, text: outcome.text },
      { path: MANIFEST, text: JSON.stringify(outcome.manifest) },
    ];
    expect(() => {
      createProjectWriter(root, diesAt(2)).writeDerived(files);
    }).toThrow();
    expect([read(root, PACK), read(root, MANIFEST)]).toEqual([outcome.text, before]);
    expect(await status(root)).toEqual([{ freshness: "outdated", hasManifest: false }]);

    const again = open(root);
    const rebuilt = await build(again);
    again.write(rebuilt.outcome, rebuilt.inventory);
    expect(await status(root)).toEqual([{ freshness: "fresh", hasManifest: true }]);
  });

  test("of which the pack was edited by hand are not", async () => {
    const root = project();
    const session = open(root);
    const { outcome, inventory } = await build(session);
    session.write(outcome, inventory);
    fs.appendFileSync(join(root, PACK), "One more line.\n");
    expect(await status(root)).toEqual([{ freshness: "outdated", hasManifest: false }]);
  });
});
