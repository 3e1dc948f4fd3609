import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FoundLine, SearchMessage } from "./search-message.ts";
import { createSearchMessages } from "./search-messages.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "rg-json-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const json = (pattern: string, target = "./"): Buffer =>
  execFileSync(rgPath, ["--no-config", "--json", "-e", pattern, target], {
    cwd: directory,
    maxBuffer: 64 * 1024 * 1024,
  });

const readIn = (bytes: Buffer, sizes: readonly number[]): readonly SearchMessage[] => {
  const messages = createSearchMessages();
  const found: SearchMessage[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(...messages.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return found;
};

const matches = (found: readonly SearchMessage[]): readonly FoundLine[] =>
  found.flatMap((message) => (message.type === "match" ? [message] : []));

const lines = (found: readonly SearchMessage[]): readonly unknown[] =>
  matches(found).map(({ lineNumber, text, matchStart }) => ({ lineNumber, text, matchStart }));

describe("createSearchMessages", () => {
  it("reads the same whatever the chunks are", () => {
    writeFileSync(
      join(directory, "a.txt"),
      "nothing\r\nfüchse jagen\r\n\u2028 fox \u{1F98A} fox\n",
    );
    const bytes = json("fox|jagen");
    const whole = readIn(bytes, [bytes.length]);
    expect(lines(whole)).toEqual([
      { lineNumber: 2, text: "füchse jagen", matchStart: 7 },
      { lineNumber: 3, text: "\u2028 fox \u{1F98A} fox", matchStart: 2 },
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        expect(readIn(bytes, sizes)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps the beginning and the number of a line that is too long to keep", () => {
    const long = `"\\é${"x".repeat(3_000_000)}`;
    writeFileSync(join(directory, "min.js"), `one\n${long} needle\nneedle\n`);
    for (const size of [64 * 1024, 1_000_003]) {
      const [huge, plain] = matches(readIn(json("needle"), [size]));
      expect(huge).toMatchObject({ lineNumber: 2, length: null, matchStart: 0 });
      expect(huge?.text.slice(0, 10)).toBe(long.slice(0, 10));
      expect(huge?.text.length).toBeGreaterThan(10_000);
      expect(plain).toMatchObject({ lineNumber: 3, text: "needle" });
    }
  });

  it("reads a short line with very many matches as a whole", () => {
    const line = `${"b".repeat(9)}${"a".repeat(9_000)}`;
    writeFileSync(join(directory, "a.txt"), `${line}\n`);
    expect(lines(readIn(json("a"), [70_000]))).toEqual([
      { lineNumber: 1, text: line, matchStart: 9 },
    ]);
  });

  it("tells text that isn't UTF-8 with replacement characters and a name that isn't as none", () => {
    writeFileSync(join(directory, "latin.txt"), Buffer.from("caf\xe9 fox\n", "latin1"));
    expect(lines(readIn(json("fox"), [100]))).toEqual([
      { lineNumber: 1, text: "caf\ufffd fox", matchStart: 5 },
    ]);
    writeFileSync(Buffer.concat([Buffer.from(`${directory}/bad-`), Buffer.of(0xff)]), "deer\n");
    expect(readIn(json("deer"), [100])[0]).toEqual({ type: "begin", path: null });
  });

  it("tells where binary data was met in a file, and how many files were searched", () => {
    writeFileSync(join(directory, "b.bin"), "fox\n\0fox\n");
    const found = readIn(json("fox", "./b.bin"), [1_000]);
    expect(found.find((message) => message.type === "end")).toEqual({
      type: "end",
      binaryOffset: 4,
    });
    expect(found.at(-1)).toEqual({ type: "summary", filesSearched: 1 });
  });
});
