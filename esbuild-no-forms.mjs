/**
 * The MCP library brings a validator of JSON Schemas of 150 KB for what it asks of a client's user, and we ask nothing. Its
 * module that chooses a validator is answered with one that refuses (docs/adr/0012).
 *
 * @type {import("esbuild").Plugin}
 */
export const noForms = {
  name: "no-forms",
  setup({ onResolve, onLoad }) {
    const namespace = "no-forms";
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator { getValidator() { throw new Error("forms are not bundled"); } }`,
    }));
  },
};
