import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openToolSession } from "./fixtures/tool-session.ts";

/** All that a text file is besides its text. */
interface Form {
  readonly encoding: "utf-8" | "utf-8 with a mark" | "utf-16le" | "utf-16be" | "windows-1252";
  readonly lineEnd: "\n" | "\r\n";
  readonly mode: number;
}

const form: fc.Arbitrary<Form> = fc.record({
  encoding: fc.constantFrom("utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mode: fc.constantFrom(0o644, 0o755, 0o600, 0o640),
});

/** Enough of a language that a legacy encoding can be told. */
const sentence = (index: number): string =>
  `(${index}) Die Bäume über der Straße sind grün, die Wege weit und die Nächte schön.`;

function bytesOf(lines: readonly string[], hasFinal: boolean, { encoding, lineEnd }: Form): Buffer {
  const text = lines.join(lineEnd) + (hasFinal ? lineEnd : "");
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8 with a mark":
      return Buffer.from(`\ufeff${text}`);
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(text, "latin1");
  }
}

interface Step {
  readonly tool: "edit" | "edits" | "patch" | "write" | "move";
  readonly at: number;
  readonly count: number;
  readonly hasFinal: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  tool: fc.constantFrom("edit", "edits", "patch", "write", "move"),
  at: fc.nat(30),
  count: fc.nat(3),
  hasFinal: fc.boolean(),
});

test("any sequence of edits, patches, writes and moves leaves encoding, mark, line ends and mode as they were", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      form,
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (given, startsWithFinal, steps) => {
        const { call, put, bytes, root, session } = await openToolSession();
        let lines = Array.from({ length: 8 }, (_, index) => sentence(index));
        let hasFinal = startsWithFinal;
        let path = "f0.txt";
        let next = lines.length;
        put({ [path]: bytesOf(lines, hasFinal, given) });
        chmodSync(join(root, path), given.mode);
        expect((await call("read_file", { path })).error).toBeNull();
        for (const { tool, at, count, hasFinal: wantsFinal } of steps) {
          const index = at % lines.length;
          const old = lines[index] ?? "";
          const made = Array.from({ length: count + 1 }, () => sentence(next++));
          const changed = lines.toSpliced(index, 1, ...made);
          if (tool === "edit") {
            const edit = { path, old_string: old, new_string: made.join("\n") };
            expect((await call("edit_file", edit)).error).toBeNull();
            lines = changed;
          } else if (tool === "edits") {
            const edits = [
              { old_string: old, new_string: "(on the way)" },
              { old_string: "(on the way)", new_string: made.join("\r\n") },
            ];
            const { error } = await call("edit_file", { path, edits });
            expect(error).toBeNull();
            lines = changed;
          } else if (tool === "patch") {
            const context = index > 0 ? [` ${lines[index - 1]}`] : [];
            const hunk = ["@@", ...context, `-${old}`, ...made.map((line) => `+${line}`)];
            const patch = ["*** Begin Patch", `*** Update File: ${path}`, ...hunk, "*** End Patch"];
            expect((await call("apply_patch", { patch: patch.join("\n") })).error).toBeNull();
            lines = changed;
          } else if (tool === "write") {
            lines = changed;
            hasFinal = wantsFinal;
            const content = lines.join("\n") + (hasFinal ? "\n" : "");
            expect((await call("write_file", { path, content })).error).toBeNull();
          } else {
            const to = `f${next++}.txt`;
            expect((await call("move_path", { from: path, to })).error).toBeNull();
            path = to;
          }
          expect(bytes(path).toString("latin1")).toBe(
            bytesOf(lines, hasFinal, given).toString("latin1"),
          );
          expect(statSync(join(root, path)).mode & 0o777).toBe(given.mode);
        }
        await session.close();
      },
    ),
    { numRuns: 60 },
  );
});
