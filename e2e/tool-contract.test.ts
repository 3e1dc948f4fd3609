// The contract kit as it is published: it starts a process of its own from wherever it was bundled to.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const tool = new URL("./fixtures/read-file-tool.mjs", import.meta.url).href;
const program = `
  import { assertToolContract } from "@toolwright/testing";
  const { tool, runs, outcomes, violations } = await assertToolContract({
    toolModule: process.argv[1],
    exportName: "readFile",
    inputs: [{ path: "README.md" }],
    fuzzRuns: 10,
    cancelPoints: 3,
  });
  console.log(JSON.stringify({ tool, runs, ok: outcomes.ok > 0, violations }));
`;

test("the built contract kit observes a built tool", () => {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program, tool], {
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({
    tool: "read_file",
    runs: expect.any(Number),
    ok: true,
    violations: [],
  });
});
