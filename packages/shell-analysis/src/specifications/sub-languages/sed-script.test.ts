import { describe, expect, it } from "vitest";
import { sedCommand } from "./sed-command.ts";
import { fixed } from "./given-words.ts";
import { sedScript } from "./sed-script.ts";

const printing = [
  "1,20p",
  "$!N;s/\\n/ /;P;D",
  "/a/I,/b/I{s/x/y/g;t end\n:end\np}",
  "0,/re/s//x/",
  "2~3d;5,~4p;/x/,+2p",
  "\\,a/b,d",
  "s,[^/]*$,,",
  "s/[]/]/x/",
  "s/\\//|/gI2",
  "y/abc/xyz/",
  "$a last line; w is only text here",
  "1i\\\n  first\\\nand more\np",
  "10q5;Q;l 3;=;F;z",
  "# w comment\np",
];

const files: Readonly<Record<string, readonly [use: string, path: string]>> = {
  "w out": ["output", "out"],
  "1,2!w out": ["output", "out"],
  "s/a/b/gw out file": ["output", "out file"],
  "s/a/b/w out;p": ["output", "out;p"],
  "/x/{W out\n}": ["output", "out"],
  "y/a/b/;w out": ["output", "out"],
  "a\\\nw text\nw out": ["output", "out"],
  "r secret": ["read", "secret"],
  "$R secret": ["read", "secret"],
};

describe("a sed script", () => {
  it.each(printing)("has no consequence when it only prints: %s", (script) => {
    expect(sedScript(script)).toEqual([]);
  });

  it.each(Object.entries(files))("reaches a file: %s", (script, [use, path]) => {
    expect(sedScript(script)).toEqual([{ type: "path", use, path }]);
  });

  it("is read with and without brackets that quote the delimiter", () => {
    expect(sedScript("s/[/]/w x/w out")).toEqual(
      expect.arrayContaining([
        { type: "path", use: "output", path: "out" },
        { type: "path", use: "output", path: "x/w out" },
      ]),
    );
  });

  it("is unknown when it runs a command, and names the command", () => {
    expect(sedScript("1e touch x")).toMatchObject([
      { type: "script", text: "touch x" },
      { type: "unknown" },
    ]);
  });

  it.each(["e", "s/a/b/e", "s/a/b/Me", "p w", "s/a", "{p", "}", "k", "s/[/x/", "1,", "w", "v 4.2"])(
    "is unknown when it runs something or is invalid: %s",
    (script) => {
      expect(sedScript(script)).toContainEqual(expect.objectContaining({ type: "unknown" }));
    },
  );
});

describe("sed -i", () => {
  const consequences = (...words: readonly string[]): readonly unknown[] =>
    sedCommand(words.map(fixed));

  it("changes each file, and keeps copies under the suffix", () => {
    expect(consequences("-i.bak", "p", "d/a")).toEqual([
      { type: "word", use: "modify", word: fixed("d/a") },
      { type: "word", use: "write", word: fixed("d/a.bak") },
    ]);
    expect(consequences("-i", "p", "a")).toEqual([
      { type: "word", use: "modify", word: fixed("a") },
    ]);
  });

  it("reads the script where BSD sed does", () => {
    const out = { type: "path", use: "output", path: "out" };
    expect(consequences("-i", "", "w out", "a")).toContainEqual(out);
    expect(consequences("-i", ".bak", "w out", "a")).toContainEqual(out);
    expect(consequences("-i", "p", "w out", "a")).toContainEqual(out);
  });
});
