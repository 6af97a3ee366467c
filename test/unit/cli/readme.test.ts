import { cpSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cliProject } from "./run.js";

/** What the README prints of the example workspace is what the command line prints. */
test("the console blocks of the README are true", async () => {
  const blocks = [...readFileSync("README.md", "utf8").matchAll(/```console\n([^]*?)```/g)].map(
    ([, block]) => block ?? "",
  );
  const project = cliProject({});
  cpSync("examples/checkout", project.root, { recursive: true });
  let commands = 0;
  for (const step of blocks.flatMap((block) => block.split(/^\$ sdd /m).slice(1))) {
    const [command = "", ...lines] = step.split("\n");
    const { code, out, err } = await project.run(command.replaceAll('"', "").split(" "));
    expect(code, command).toBe(0);
    const printed = `${out}${err}`.split("\n");
    for (const line of lines) if (line !== "…") expect(printed, command).toContain(line);
    commands++;
  }
  expect(commands).toBeGreaterThanOrEqual(3);
});
