// The launches of the host tests. A file `test/host/NAME.test.ts` runs in the launch "default", a file
// `test/host/NAME.LAUNCH.test.ts` in the launch of that name. One launch costs about ten seconds.

/**
 * @typedef {object} Launch
 * @property {string} name
 * @property {string} workspace the folder, relative to the checkout, of which a copy is opened
 * @property {string} [open] a `.code-workspace` file in that folder, where not the folder itself is opened
 * @property {boolean} [trusted] false opens it in Restricted Mode
 * @property {Readonly<Record<string, unknown>>} [settings] user settings
 */

/** @type {readonly Launch[]} */
export const LAUNCHES = [
  { name: "default", workspace: "test/host/workspaces/small" },
  { name: "restricted", workspace: "test/host/workspaces/small", trusted: false },
];
