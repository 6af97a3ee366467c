// The launches of the host tests. A file `test/host/NAME.test.ts` runs in the launch "default", a file
// `test/host/NAME.LAUNCH.test.ts` in the launch of that name; a launch without files is left out. One costs about
// ten seconds, so add tests to a launch rather than launches.

/**
 * @typedef {object} Launch
 * @property {string} name
 * @property {string | readonly string[]} workspace folders, relative to the checkout, whose copies are opened as
 *   workspace-copy.mjs says
 * @property {boolean} [trusted] false opens them in Restricted Mode
 * @property {Readonly<Record<string, unknown>>} [settings] user settings
 */

/** @type {readonly Launch[]} */
export const LAUNCHES = [
  { name: "default", workspace: "examples/checkout" },
  { name: "restricted", workspace: "examples/checkout", trusted: false },
  { name: "packs", workspace: "examples/checkout" },
  { name: "learnings", workspace: "examples/checkout" },
  { name: "guidance", workspace: "examples/checkout" },
  { name: "empty", workspace: [] },
  { name: "roots", workspace: ["examples/checkout", "docs"] },
];
