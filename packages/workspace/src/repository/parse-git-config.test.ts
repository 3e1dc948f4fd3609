import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGitConfig } from "./parse-git-config.ts";

/** Older versions of git turn a tab inside a value into a blank. */
function plain(value: string): string {
  return value.replaceAll("\t", " ");
}

function parsed(text: string): ReturnType<typeof asGit> {
  const settings = parseGitConfig(text);
  return settings?.map(({ key, value }) => ({ key, value: value && plain(value) })) ?? null;
}

/** The settings as git itself parses them; null if it fails. */
function asGit(text: string): readonly { key: string; value: string | null }[] | null {
  const { status, stdout } = spawnSync(
    "git",
    ["config", "-z", "--list", "--no-includes", "-f", "-"],
    {
      input: text,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" },
    },
  );
  if (status !== 0) return null;
  return stdout
    .split("\0")
    .slice(0, -1)
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at === -1
        ? { key: entry, value: null }
        : { key: entry.slice(0, at), value: plain(entry.slice(at + 1)) };
    });
}

const samples = [
  "",
  "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  '[remote "Origin"]\n\turl = https://a.example/x # no\n\tFetch = "+refs/*:refs/*" ; x\n',
  "[a.B.c]\nd=1",
  "[core] bare\n[core]x=y",
  '[a]b = "c # d" e\\\n  f',
  '[a]b="\\"\\\\\\n"',
  "[a]\nb = c   \n\n# x\n;y\n",
  "\uFEFF[a]\nb=c\r\nd = e\r\n",
  '[a "b\\"c\\\\d"]e',
  "[a]\nb = c\\",
  "[a]\nb = \\x",
  '[a]\nb = "c',
  "[a\nb]c",
  "b = c",
  "[a] b == c=",
  "[a]\n\tb.c = d",
  "[a]1b = c",
  "[]\na=b",
  '[a "b"x]\nc=d',
  "[a]\nb = c # d \\\ne = f",
  "[a]\nb = 1 \t 2\n",
  "[a]b=\t\\\t\n",
];

describe("parseGitConfig", () => {
  it.each(samples)("parses %j as git does, or not at all", (text) => {
    expect([null, asGit(text)]).toContainEqual(parsed(text));
  });

  it("parses common settings", () => {
    for (const text of samples.slice(0, 9)) expect(parseGitConfig(text)).not.toBeNull();
  });

  it("never parses differently from git", () => {
    const piece = fc.constantFrom(
      ...'[core] [a.b] [a "b"] = # ; " \\ \n \t x Key value \\n \\" \\\n \r\n url=1 [include] path ]'.split(
        " ",
      ),
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        const read = parsed(text);
        if (read !== null) expect({ text, read }).toEqual({ text, read: asGit(text) });
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
