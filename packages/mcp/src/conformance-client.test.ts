import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const suiteFolder = fileURLToPath(
  new URL(".", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);
const folder = join(import.meta.dirname, "fixtures");
const command = [
  process.execPath,
  "--no-warnings",
  "--import",
  new URL("client/fixtures/register-source.ts", import.meta.url).href,
  join(folder, "conformance-client.ts"),
]
  // The suite hands it to a shell.
  .map((word) => JSON.stringify(word))
  .join(" ");

/** A list of a file of the suite's form, which is plain enough: `client:` and lines that begin with `-`. */
function clientScenarios(file: string): readonly string[] {
  const [, section = ""] = `\n${readFileSync(file, "utf8")}`.split(/\nclient:\n/);
  const [own = ""] = section.split(/\n(?=\w)/);
  return Array.from(own.matchAll(/^ +- ([\w/.-]+)/gm), ([, name = ""]) => name);
}

const expectedFailures = clientScenarios(join(folder, "conformance-client.yaml"));

interface Ran {
  readonly status: number;
  readonly output: string;
}

/** The official suite, in a process of its own as it is meant to be run. */
function runScenario(scenario: string, revision: string): Promise<Ran> {
  const results = mkdtempSync(join(tmpdir(), "conformance-"));
  onTestFinished(() => rmSync(results, { recursive: true, force: true }));
  const words = ["--command", command, "--scenario", scenario, "--spec-version", revision];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        join(suiteFolder, "dist", "index.js"),
        "client",
        ...words,
        "--timeout",
        "60000",
        "-o",
        results,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
  });
}

describe.each([
  ["2025-11-25", ["json-schema-2020-12-preservation"]],
  ["2026-07-28", ["json-schema-2020-12-preservation"]],
])("what the conformance suite requires of a client in revision %s", (revision, unscored) => {
  const required = clientScenarios(join(suiteFolder, "requirements", `${revision}.yaml`));
  const scenarios = [...required, ...unscored].filter((name) => !expectedFailures.includes(name));

  it("is known", () => {
    expect(required.length).toBeGreaterThan(15);
    expect(scenarios.length).toBeGreaterThanOrEqual(5);
  });

  it.each(scenarios)(
    "%s",
    async (scenario) => {
      const { status, output } = await runScenario(scenario, revision);
      expect(output).toContain("OVERALL: PASSED");
      expect(status).toBe(0);
    },
    90_000,
  );
});

it("nothing is excused that isn't required", () => {
  const all = ["2025-11-25", "2026-07-28"].flatMap((revision) =>
    clientScenarios(join(suiteFolder, "requirements", `${revision}.yaml`)),
  );
  expect(expectedFailures.filter((name) => !all.includes(name))).toEqual([]);
});
