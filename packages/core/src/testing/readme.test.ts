import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const packageDirectory = join(import.meta.dirname, "..", "..");

test("the readme's first example runs and prints what the readme says", () => {
  const readme = readFileSync(join(packageDirectory, "README.md"), "utf8");
  const [, example = "", printed = ""] =
    /^```ts\n(.*?)^```\n\nprints\n\n((?: {4}[^\n]*\n)+)/ms.exec(readme) ?? [];
  const output = execFileSync(
    process.execPath,
    ["--conditions=source", "--input-type=module-typescript", "-"],
    { cwd: packageDirectory, input: example, encoding: "utf8" },
  );
  expect(output).not.toBe("");
  expect(output).toBe(printed.replaceAll(/^ {4}/gm, ""));
});
