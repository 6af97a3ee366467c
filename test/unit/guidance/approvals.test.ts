import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GuidanceReview } from "../../../src/core/guidance/review.js";
import { GuidanceService } from "../../../src/core/guidance/service.js";
import { openApprovals, rootIdentity, userConfigFolder } from "../../../src/node/approvals.js";
import { openGuidance } from "../../../src/node/guidance.js";
import { tempFolder } from "../node/temp.js";
import { proposal, queue } from "./memory-store.js";

const HASH = "a".repeat(64);
const decision = {
  id: "gm-1",
  sha256: HASH,
  decision: "approved",
  who: "Ana",
  at: "2026-01-01T00:00:00.000Z",
} as const;

describe("the user's configuration folder", () => {
  test.each([
    ["linux", { XDG_CONFIG_HOME: "/x" }, "/x/sdd-layer"],
    ["linux", { XDG_CONFIG_HOME: "x" }, "/home/ana/.config/sdd-layer"],
    ["linux", {}, "/home/ana/.config/sdd-layer"],
    ["darwin", {}, "/home/ana/Library/Application Support/sdd-layer"],
    ["win32", { APPDATA: "/app" }, "/app/sdd-layer"],
    ["win32", {}, "/home/ana/AppData/Roaming/sdd-layer"],
  ] as const)("on %s with %j is %s", (platform, env, folder) => {
    expect(userConfigFolder({ platform, env, home: "/home/ana" })?.replaceAll("\\", "/")).toBe(folder);
  });

  test("is none without a home", () => {
    expect(userConfigFolder({ platform: "linux", env: {}, home: undefined })).toBeUndefined();
  });
});

describe("approvals", () => {
  test("are one private log a root, which other processes read", () => {
    const [root, config] = [tempFolder(), join(tempFolder(), "config", "sdd-layer")];
    const [one, other] = [openApprovals(root, config), openApprovals(root, config)];
    expect(one.decisions().of("gm-1")).toEqual([]);
    expect(existsSync(config)).toBe(false);
    one.record([decision]);
    expect(other.decisions().find("gm-1", HASH)).toEqual(decision);
    other.record([{ ...decision, decision: "archived" }]);
    expect(one.decisions().of("gm-1")).toMatchObject([{ decision: "archived" }]);
    const file = join(config, "approvals", `${rootIdentity(root)}.ndjson`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(config).mode & 0o777).toBe(0o700);
    const line = readFileSync(file, "utf8").split("\n")[0] ?? "";
    expect(JSON.parse(line)).toEqual({ root: rootIdentity(root), ...decision });
  });

  test("of another root, and lines that are none, do not count", () => {
    const [root, other, config] = [tempFolder(), tempFolder(), tempFolder()];
    openApprovals(other, config).record([decision]);
    const approvals = openApprovals(root, config);
    approvals.record([{ ...decision, id: "gm-2" }]);
    const file = join(config, "approvals", `${rootIdentity(root)}.ndjson`);
    const line = JSON.stringify({ root: rootIdentity(root), ...decision });
    appendFileSync(
      file,
      [
        line.replace(rootIdentity(root), rootIdentity(other)),
        line.replace(HASH, "short"),
        line.replace('"approved"', '"blessed"'),
        line.replace("gm-1", "../gm-1"),
        '{"torn',
        "null",
      ].join("\n"),
    );
    expect(approvals.decisions().of("gm-1")).toEqual([]);
    expect(openApprovals(root, config).decisions().of("gm-2")).toHaveLength(1);
  });

  test("are gone when the log is gone", () => {
    const [root, config] = [tempFolder(), tempFolder()];
    const approvals = openApprovals(root, config);
    approvals.record([decision]);
    expect(approvals.decisions().of("gm-1")).toHaveLength(1);
    writeFileSync(join(config, "approvals", `${rootIdentity(root)}.ndjson`), "");
    expect(approvals.decisions().of("gm-1")).toEqual([]);
  });

  test("are one through a link to the root", () => {
    const [root, links] = [tempFolder(), tempFolder()];
    symlinkSync(root, join(links, "link"));
    expect(rootIdentity(join(links, "link"))).toBe(rootIdentity(root));
  });
});

describe("a project on disk", () => {
  test("is proposed to by one process, approved in another, recalled in a third", async () => {
    const root = tempFolder({ "docs/": "" });
    const place = { configFolder: tempFolder() };
    const service = new GuidanceService(openGuidance(root, place));
    expect(service.recall({}).rules).toEqual([]);
    expect(existsSync(join(root, ".sdd"))).toBe(false);
    const shown = await queue({ service }, "Validate webhooks");
    const review = new GuidanceReview(openGuidance(root, place), { isSharing: () => true });
    expect(await review.approve(shown, "Ana")).toMatchObject({ ok: true });
    const third = new GuidanceService(openGuidance(root, place));
    expect(third.recall({}).rules).toMatchObject([{ id: shown.id }]);
    expect(readFileSync(join(root, `.sdd/guidance/${shown.id}.json`), "utf8")).toContain('"approved"');

    const store = join(root, ".sdd/store.json");
    writeFileSync(store, readFileSync(store, "utf8").replace("Validate webhooks", "Trust webhooks"));
    expect(third.recall({}).rules).toEqual([]);
    // The file of the team still says what was approved; it waits as such, beside the edited one.
    expect(third.unverified().map(({ from, change }) => [from, change])).toEqual([
      ["store", "edited"],
      ["shared", "edited"],
    ]);
  });

  test("of a clone without its own approvals recalls nothing, and says what waits", async () => {
    const root = tempFolder({ "docs/": "" });
    const owner = { configFolder: tempFolder() };
    const service = new GuidanceService(openGuidance(root, owner));
    const shown = await queue({ service }, "Validate webhooks");
    await new GuidanceReview(openGuidance(root, owner)).approve(shown, "Ana");
    const stranger = new GuidanceService(openGuidance(root, { configFolder: tempFolder() }));
    expect(stranger.recall({}).rules).toEqual([]);
    expect(stranger.counts()).toEqual({ pending: 0, unverified: 1 });
  });

  test("without a home approves nothing, and stays as it is", async () => {
    const root = tempFolder({ "docs/": "" });
    const ports = openGuidance(root, { configFolder: undefined });
    const service = new GuidanceService(ports);
    const shown = await queue({ service }, "Validate webhooks");
    await expect(new GuidanceReview(ports).approve(shown, "Ana")).rejects.toThrow("no home folder");
    expect(service.counts()).toEqual({ pending: 1, unverified: 0 });
  });

  test("takes twenty proposals at once, and keeps each", async () => {
    const root = tempFolder({ "docs/": "" });
    const place = { configFolder: tempFolder() };
    const one = new GuidanceService(openGuidance(root, place));
    const other = new GuidanceService(openGuidance(root, place));
    const letters = Array.from("abcdefghijklmnopqrst");
    const outcomes = await Promise.all(
      letters.map((letter, at) => (at % 2 === 0 ? one : other).propose(proposal(`Rule ${letter}`), "agent")),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(letters.map(() => "queued"));
    expect(one.list("pending")).toHaveLength(20);
  });

  test("does not follow a link in the place of a shared file", () => {
    const root = tempFolder({ "docs/": "" });
    mkdirSync(join(root, ".sdd/guidance"), { recursive: true });
    symlinkSync("/etc/passwd", join(root, ".sdd/guidance/gm-1.json"));
    expect(new GuidanceService(openGuidance(root, { configFolder: tempFolder() })).unverified()).toEqual([]);
  });
});
