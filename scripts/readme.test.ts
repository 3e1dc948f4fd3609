import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./repository.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the README shows the example that is run, as it is", () => {
  const [, region = ""] =
    /\/\/ #region readme\n([\s\S]*?)\/\/ #endregion/.exec(read("examples/define-a-tool.ts")) ?? [];
  expect(region.trim()).not.toBe("");
  expect(read("README.md")).toContain(`\`\`\`ts\n${region.trimEnd()}\n\`\`\``);
});
