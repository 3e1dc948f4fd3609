import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const packageDirectory = join(import.meta.dirname, "..");

it("the readme's example runs: a server behind npx, called and ended", () => {
  const readme = readFileSync(join(packageDirectory, "README.md"), "utf8");
  const [, example = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  const registerSource = join(import.meta.dirname, "client", "fixtures", "register-source.ts");
  const output = execFileSync(
    process.execPath,
    ["--no-warnings", "--import", registerSource, "--input-type=module-typescript", "-"],
    { cwd: packageDirectory, input: example, encoding: "utf8" },
  );
  expect(output).toBe('ready ok {"entities":[],"relations":[]}\n');
});
