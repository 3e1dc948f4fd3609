import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { changingTool, conformanceTools } from "./fixtures/conformance-tools.ts";
import { openFixtureServer } from "./fixtures/open-fixture-server.ts";
import { serveOverHttp } from "./http.ts";

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

interface Ran {
  readonly status: number;
  readonly output: string;
}

/** Runs the official suite in its own process. */
function runSuite(url: string, words: readonly string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [suite, "server", "--url", url, "-o", folder, ...words],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
  });
}

/** The part of the report with unexpected results. */
function summaryOf(output: string): string {
  return output.slice(output.indexOf("=== SUMMARY ==="));
}

describe("the conformance suite", () => {
  it.each(["2025-11-25", "2026-07-28"])(
    "finds what revision %s requires of a server of tools",
    async (revision) => {
      const fixture = await openFixtureServer(conformanceTools);
      onTestFinished(() => fixture.close());
      await fixture.registry.register([changingTool(fixture.registry)]);
      const http = await serveOverHttp(fixture.server, {
        port: 0,
        token: null,
        onNotice: () => undefined,
      });
      onTestFinished(() => http.close());
      const expected = join(import.meta.dirname, "fixtures", `conformance-${revision}.yaml`);
      const { status, output } = await runSuite(http.url, [
        "--requirements",
        revision,
        "--expected-failures",
        expected,
      ]);
      expect({ status, ...(status !== 0 && { summary: summaryOf(output) }) }).toEqual({
        status: 0,
      });
      expect(output).toContain("✓ tools-call-simple-text");
    },
    60_000,
  );
});
