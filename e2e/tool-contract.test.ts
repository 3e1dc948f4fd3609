// The contract kit as it is published: it starts a process of its own from wherever it was bundled to.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const program = `
  import { assertToolContract } from "@toolwright/testing";
  const { tool, runs, outcomes, violations } = await assertToolContract({
    toolModule: import.meta.resolve("@toolwright/tools"),
    exportName: "builtinTools",
    toolName: "read_file",
    inputs: [{ path: "README.md" }],
    fuzzRuns: 10,
    cancelPoints: 3,
  });
  console.log(JSON.stringify({ tool, runs, ok: outcomes.ok > 0, violations }));
`;

test("the built contract kit observes a built tool", () => {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({
    tool: "read_file",
    runs: expect.any(Number),
    ok: true,
    violations: [],
  });
});
