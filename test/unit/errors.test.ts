import { expect, test } from "vitest";
import { SddError } from "../../src/core/errors.js";

test("an error carries its code, its sentence and its exit code", () => {
  const error = new SddError("unknown-stage", "foo", "idea, prd");
  expect(error.message).toBe("There is no stage “foo”. Stages: idea, prd.");
  expect(error.exitCode).toBe(2);
  expect(new SddError("unreadable-file", "a", "b").exitCode).toBe(3);
});
