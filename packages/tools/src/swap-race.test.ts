import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

/** What must never be shown. Names and contents of what lies outside have it, nothing inside. */
const secret = "OUTSIDE";
const rounds = repetitions(60);
/** What may come of it when a directory is gone or a link in the instant it is used. */
const expected = [
  "path-outside-workspace",
  "file-not-found",
  "file-changed",
  "input-invalid",
  "not-a-file",
  "permission-denied",
];

const uses: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ["search_text", { pattern: "common", before: 2, after: 2 }],
  ["search_text", { pattern: "common", path: "dir", after: 3, offset: 0 }],
  ["search_text", { pattern: "common", mode: "files" }],
  ["search_text", { pattern: "common", mode: "count" }],
  ["search_text", { pattern: "common", path: "dir/sub/file-1.txt", after: 3 }],
  ["find_files", { pattern: "**" }],
  ["find_files", { pattern: "dir/**/*.txt", sort: "newest" }],
  ["find_files", { name_contains: "file", path: "dir/sub", include_ignored: true }],
  ["read_many_files", { paths: ["**/*.txt", "dir/sub/file-2.txt"] }],
  ["list_directory", { path: ".", depth: 4 }],
  ["list_directory", { path: "dir", depth: 3, hide_ignored: true }],
  ["list_directory", { path: "dir/sub" }],
  ["read_file", { path: "dir/sub/file-3.txt" }],
  ["file_info", { path: "dir/sub/file-1.txt" }],
];

async function openRacedSession(): Promise<ToolSession & { readonly stop: () => void }> {
  const opened = await openToolSession();
  const { root, outside, put } = opened;
  const other = join(outside, "other");
  mkdirSync(join(other, "sub"), { recursive: true });
  for (let index = 1; index <= 20; index += 1) {
    put({ [`dir/sub/file-${index}.txt`]: "first\ncommon\nlast\n" });
    // The same match, with other lines around it; and a name of its own.
    const text = `${secret} before\ncommon\n${secret} after\n`;
    writeFileSync(join(other, "sub", `file-${index}.txt`), text);
    writeFileSync(join(other, "sub", `${secret}-${index}.txt`), "common\n");
  }
  const script = join(import.meta.dirname, "fixtures", "swap-directory.ts");
  const swapper = spawn(process.execPath, [script, join(root, "dir"), other], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = (): void => void swapper.kill("SIGKILL");
  onTestFinished(stop);
  await once(swapper.stdout, "data");
  return {
    ...opened,
    stop() {
      expect(swapper.exitCode).toBeNull();
      stop();
    },
  };
}

describe.runIf(process.platform === "linux")(
  "while a directory is swapped for a link that leads out",
  () => {
    it.each(uses)(
      "%s %j shows nothing of what lies there",
      { timeout: 60_000 },
      async (tool, input) => {
        const { call, stop } = await openRacedSession();
        let shown = 0;
        // Until what is inside was seen, too, so that there was something to confuse it with.
        for (let round = 0; round < rounds || (shown === 0 && round < 40 * rounds); round += 1) {
          const outcome = await call(tool, input);
          const { content, structured, display, error } = outcome;
          expect(JSON.stringify({ content, structured, display, error })).not.toContain(secret);
          if (outcome.status === "ok") shown += /file-|common/.test(textOf(outcome)) ? 1 : 0;
          else expect(expected).toContain(error?.code);
        }
        stop();
        expect(shown).toBeGreaterThan(0);
      },
    );
  },
);
