import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const packageDirectory = join(import.meta.dirname, "..");

it("the README's example runs and keeps the promised properties", () => {
  const readme = readFileSync(join(packageDirectory, "README.md"), "utf8");
  const [, example = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  const output = execFileSync(
    process.execPath,
    ["--conditions=source", "--input-type=module-typescript", "-"],
    { cwd: packageDirectory, input: example, encoding: "utf8" },
  );
  const format = {
    encoding: "utf-8",
    bom: true,
    lineEnding: "\r\n",
    newLineEnding: "\r\n",
    hasFinalNewline: true,
  };
  expect(output).toBe(`${JSON.stringify(format)} ${"\uFEFF".length + 2 + "one\r\n2\r\n".length}\n`);
});
