import { defineConfig } from "vitest/config";

/** One window at a time: two cores do not carry two of them. */
export default defineConfig({
  test: {
    include: ["test/e2e/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
