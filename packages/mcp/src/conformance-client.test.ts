import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { isSoak } from "@toolwright/testing/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const suiteFolder = fileURLToPath(
  new URL(".", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);
const folder = join(import.meta.dirname, "fixtures");
const work = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Reads a list from the suite's YAML file: `client:`, then lines that begin with `-`. */
function clientScenarios(file: string): readonly string[] {
  const [, section = ""] = `\n${readFileSync(file, "utf8")}`.split(/\nclient:\n/);
  const [own = ""] = section.split(/\n(?=\w)/);
  return Array.from(own.matchAll(/^ +- ([\w/.-]+)/gm), ([, name = ""]) => name);
}

const expectedFailures = clientScenarios(join(folder, "conformance-client.yaml"));

/**
 * Bundles the program, because the suite starts it once for each scenario and sources load slowly.
 */
async function bundleClient(): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, "conformance-client.ts"),
    platform: "node",
    resolve: { conditionNames: ["source", "node", "import", "default"] },
    external: [/^node:/, /node-pty/],
    logLevel: "silent",
  });
  try {
    await bundle.write({ dir: work, format: "esm", entryFileNames: "client.mjs" });
  } finally {
    await bundle.close();
  }
  return join(work, "client.mjs");
}

/** Runs the official suite, or a part of it, in its own process. Resolves to its output. */
function runSuite(client: string, part: readonly string[]): Promise<string> {
  const program = join(suiteFolder, "dist", "index.js");
  // The suite passes it to a shell.
  const command = [process.execPath, "--no-warnings", client].map((word) => JSON.stringify(word));
  const words = ["--command", command.join(" "), ...part];
  const results = mkdtempSync(join(work, "results-"));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, "client", ...words, "--timeout", "120000", "-o", results],
      { maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
  });
}

describe.each(isSoak ? ["2025-11-25", "2026-07-28"] : ["2026-07-28"])(
  "what the conformance suite requires of a client in revision %s",
  (revision) => {
    const required = clientScenarios(join(suiteFolder, "requirements", `${revision}.yaml`));
    // Not scored, but required.
    const scenarios = [...required, "json-schema-2020-12-preservation"].filter(
      (name) => !expectedFailures.includes(name),
    );
    let client = "";
    let output = "";

    beforeAll(async () => {
      client = await bundleClient();
      output = await runSuite(client, ["--requirements", revision]);
    }, 300_000);

    it("is known", () => {
      expect(required.length).toBeGreaterThan(15);
    });

    it.each(scenarios)("%s", { timeout: 150_000 }, async (scenario) => {
      // The suite's summary has one line each.
      if (output.includes(`✓ ${scenario}: `)) return;
      // The suite runs all at once. On a busy machine a client may then wait for longer than the suite's servers keep
      // an idle connection, and loses the call that it sends on it.
      const alone = ["--scenario", scenario, "--spec-version", revision];
      const second = await runSuite(client, alone);
      if (!second.includes("OVERALL: PASSED")) throw new Error(second.slice(-20_000));
    });
  },
);

it("excuses only required scenarios", () => {
  const all = ["2025-11-25", "2026-07-28"].flatMap((revision) =>
    clientScenarios(join(suiteFolder, "requirements", `${revision}.yaml`)),
  );
  expect(expectedFailures.filter((name) => !all.includes(name))).toEqual([]);
});
