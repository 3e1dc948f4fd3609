import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolwright/core";
import { createProcessHost } from "@toolwright/sandbox";
import { describe, expect, it, vi } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const files = {
  "src/a.ts": "export const alpha = 1;\nexport const beta = 2;\n",
  "src/deep/b.ts": "export const gamma = alpha + 40;\n",
  "notes/todo.md": "# Todo\n\n- water the fern\n",
};

describe("search_text", () => {
  it("groups matching lines by file, with their numbers, in the order of paths", async () => {
    const { call } = await openToolSession({ files });
    const outcome = await call("search_text", { pattern: "alpha" });
    expect(textOf(outcome)).toBe(
      "src/a.ts\n1: export const alpha = 1;\n\nsrc/deep/b.ts\n1: export const gamma = alpha + 40;\n\n2 matching lines in 2 files.",
    );
    expect(outcome.structured).toMatchObject({ isComplete: true, nextOffset: null });
    expect(outcome.effects).toMatchObject([
      { type: "read", recursive: true, leavesOutProtected: true },
    ]);
  });

  it("ignores what git ignores, also by rules that ripgrep reads in another way", async () => {
    const { call } = await openToolSession({
      files: {
        ".git/HEAD": "ref: refs/heads/main\n",
        ".gitignore": "*.{js,ts}\n[[:upper:]]*\n",
        "a.js": "fox\n",
        "deep/b.ts": "fox\n",
        "Cached.txt": "fox\n",
      },
    });
    for (const mode of [{}, { mode: "files" }]) {
      const outcome = await call("search_text", { pattern: "fox", ...mode });
      expect(textOf(outcome)).toContain("a.js");
      expect(textOf(outcome)).toContain("deep/b.ts");
      expect(textOf(outcome)).not.toContain("Cached");
    }
    expect(textOf(await call("search_text", { pattern: "wolf" }))).toContain("No match");
    expect(textOf(await call("find_files", { pattern: "**" }))).not.toContain("Cached");
  });

  it("takes a regular expression, plain text, and either case", async () => {
    const { call } = await openToolSession({
      files: { "a.txt": "items[0].price\nITEMS0\n$end\r\nend\r\n" },
    });
    const found = async (input: Record<string, unknown>): Promise<readonly unknown[]> => {
      const { structured } = await call("search_text", input);
      return (structured as { files: { lines: { lineNumber: number }[] }[] }).files.flatMap(
        (file) => file.lines.map(({ lineNumber }) => lineNumber),
      );
    };
    expect(await found({ pattern: "items[0].price", literal: true })).toEqual([1]);
    expect(await found({ pattern: "items[0]", ignore_case: true })).toEqual([2]);
    expect(await found({ pattern: "items" })).toEqual([1]);
    expect(await found({ pattern: "end$" })).toEqual([3, 4]);
    expect(await found({ pattern: "$end", literal: true })).toEqual([3]);
    expect(await found({ pattern: "-v", literal: true })).toEqual([]);
  });

  it("shows lines around a match, and gaps between", async () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");
    const { call } = await openToolSession({ files: { "a.txt": text } });
    const outcome = await call("search_text", { pattern: "line (3|4|12)$", context: 1 });
    expect(textOf(outcome)).toBe(
      "a.txt\n2- line 2\n3: line 3\n4: line 4\n5- line 5\n--\n11- line 11\n12: line 12\n13- line 13\n\n3 matching lines in 1 file.",
    );
  });

  it("lists files, or counts, instead of lines", async () => {
    const { call } = await openToolSession({ files });
    const listed = await call("search_text", { pattern: "export", mode: "files" });
    expect(textOf(listed)).toBe("src/a.ts\nsrc/deep/b.ts\n\n2 files have a match.");
    const counted = await call("search_text", { pattern: "export", mode: "count" });
    expect(textOf(counted)).toBe("src/a.ts: 2\nsrc/deep/b.ts: 1\n\n3 matching lines in 2 files.");
    const single = await call("search_text", {
      pattern: "export",
      mode: "count",
      path: "src/a.ts",
    });
    expect(textOf(single)).toBe("src/a.ts: 2\n\n2 matching lines in 1 file.");
  });

  it("stops at its limit, and goes on from there, the same each time", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`d${index % 7}/f${index}.txt`, "hit\nmiss\nhit\n"]),
    );
    const { call } = await openToolSession({ files: many });
    const page = async (offset: number): Promise<string> =>
      textOf(await call("search_text", { pattern: "hit", limit: 50, offset }));
    const first = await page(0);
    expect(first).toContain(
      "Matching lines 1 to 50 of 120 are shown, sorted by path. Continue with offset: 50, or narrow the search.",
    );
    expect(await page(0)).toBe(first);
    const pages = [first, await page(50), await page(100)];
    expect(pages[2]).toContain("Matching lines 101 to 120 of 120 are shown, sorted by path.");
    const paths = pages.flatMap((text) => text.match(/^d\d\/f\d+\.txt$/gm) ?? []);
    expect(new Set(paths).size).toBe(60);
    expect(paths).toEqual(
      [...new Set(paths)].toSorted((a, b) =>
        a.replace("/", "\0") < b.replace("/", "\0") ? -1 : 1,
      ),
    );
    expect(await page(500)).toContain("there are only 120, fewer than offset skips");
  });

  it("goes through more than it collects page by page, on request", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`d/f${index}.txt`, "hit\n".repeat(100)]),
    );
    const { call } = await openToolSession({ files: many });
    const page = async (offset: number): Promise<string> =>
      textOf(await call("search_text", { pattern: "hit", limit: 2_000, offset }));
    const first = await page(0);
    expect(first).toContain(
      "Matching lines 1 to 2,000 of more than 2,000 are shown, sorted by path. Continue with offset: 2000",
    );
    const second = await page(2_000);
    expect(second).toContain("Matching lines 2,001 to 3,000 of 3,000 are shown");
    const paths = [first, second].flatMap((text) => text.match(/^d\/f\d+\.txt$/gm) ?? []);
    expect(paths).toEqual(paths.toSorted());
    expect(new Set(paths).size).toBe(30);
    const files = await call("search_text", {
      pattern: "hit",
      mode: "files",
      limit: 7,
      offset: 28,
    });
    expect(textOf(files)).toBe(
      "d/f8.txt\nd/f9.txt\n\nFiles with a match 29 to 30 of 30 are shown, sorted by path.",
    );
  });

  it("finds whole words, and matches over line ends", async () => {
    const { call } = await openToolSession({
      files: { "a.txt": "cat\nconcat\ncat_x\n", "b.txt": "open {\r\n  body\r\n}\r\nend\n" },
    });
    const said = async (input: Record<string, unknown>): Promise<string> =>
      textOf(await call("search_text", input));
    expect(await said({ pattern: "cat", word: true })).toBe(
      "a.txt\n1: cat\n\n1 matching line in 1 file.",
    );
    expect(await said({ pattern: "\\{[^}]*\\}", multiline: true, after: 1 })).toBe(
      "b.txt\n1: open {\n2:   body\n3: }\n4- end\n\n3 matching lines in 1 file.",
    );
    expect(await said({ pattern: "cat\nconcat", literal: true, multiline: true })).toContain(
      "1: cat\n2: concat",
    );
    expect(await said({ pattern: "(?s)open.*end", multiline: true, mode: "count" })).toBe(
      "b.txt: 1\n\n1 match in 1 file.",
    );
  });

  it("shows lines that aren't UTF-8, and lines of UTF-16, also cut ones", async () => {
    const long = `${"y".repeat(900)} needle ${"z".repeat(900)}`;
    const { call, root } = await openToolSession({ files: {} });
    writeFileSync(join(root, "latin.txt"), Buffer.from(`caf\xe9 needle\n\xe9${long}\n`, "latin1"));
    writeFileSync(join(root, "wide.txt"), Buffer.from("\ufeffn\u00e9e needle\n", "utf16le"));
    const text = textOf(await call("search_text", { pattern: "needle", literal: true }));
    expect(text).toContain("latin.txt\n1: caf\uFFFD needle\n2: … [");
    expect(text).toContain("wide.txt\n1: n\u00e9e needle");
    expect(text).toContain("3 matching lines in 2 files.");
  });

  it.each([{ pattern: "a\nb" }, { pattern: "a\nb", literal: true }, { pattern: String.raw`a\nb` }])(
    "says how to search over line ends (%j)",
    async (input) => {
      const { call } = await openToolSession({ files });
      const { error } = await call("search_text", input);
      expect(error?.code).toBe("input-invalid");
      expect(error?.message).toContain("multiline: true");
    },
  );

  it("shows other numbers of lines before and after a match, also at a page's border", async () => {
    const text = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`).join("");
    const { call } = await openToolSession({ files: { "a.txt": text } });
    const said = async (input: Record<string, unknown>): Promise<string> =>
      textOf(await call("search_text", { pattern: "line [258]", ...input }));
    expect(await said({ pattern: "line 5", before: 2 })).toContain(
      "3- line 3\n4- line 4\n5: line 5\n\n",
    );
    expect(await said({ pattern: "line 5", context: 1, after: 0 })).toContain(
      "4- line 4\n5: line 5\n\n",
    );
    expect(await said({ context: 1, limit: 1, offset: 1 })).toBe(
      "a.txt\n4- line 4\n5: line 5\n6- line 6\n\nMatching lines 2 to 2 of 3 are shown, sorted by path. Continue with offset: 2, or narrow the search.",
    );
  });

  it("shows at most so many lines of one file, and says which may have more", async () => {
    const { call } = await openToolSession({
      files: { "a.txt": "fox\nfox\nfox\n", "b.txt": "fox\n" },
    });
    const outcome = await call("search_text", { pattern: "fox", max_per_file: 2 });
    expect(textOf(outcome)).toBe(
      "a.txt\n1: fox\n2: fox\n\nb.txt\n1: fox\n\n3 matching lines in 2 files. 1 file may have more than max_per_file: 2.",
    );
    expect(outcome.structured).toMatchObject({ isComplete: false, total: null });
  });

  it("takes lists of globs, globs to leave out, and file types", async () => {
    const { call } = await openToolSession({
      files: { "a.ts": "fox\n", "a.test.ts": "fox\n", "b.py": "fox\n", "src/c.md": "fox\n" },
    });
    const found = async (input: Record<string, unknown>): Promise<string> =>
      textOf(await call("search_text", { pattern: "fox", mode: "files", ...input })).replace(
        /\n\n.*/,
        "",
      );
    expect(await found({ glob: ["*.ts", "src/*"] })).toBe("a.test.ts\na.ts\nsrc/c.md");
    expect(await found({ glob: ["*.ts", "!*.test.ts"] })).toBe("a.ts");
    expect(await found({ glob: "!*.{ts,py}" })).toBe("src/c.md");
    expect(await found({ type: "py" })).toBe("b.py");
    expect(await found({ type: ["py", "ts"], glob: "!*.test.ts" })).toBe("a.ts\nb.py");
    for (const input of [{ glob: "*\0" }, { glob: ["a", "\0"] }, { type: "t\0" }, { glob: [] }]) {
      const { error } = await call("search_text", { pattern: "fox", ...input });
      expect(error?.code).toBe("input-invalid");
    }
    for (const type of ["typescrip", "markdwon"]) {
      const { error } = await call("search_text", { pattern: "fox", type });
      expect(error?.code).toBe("input-invalid");
      expect(error?.message).toMatch(
        new RegExp(`There is no file type '${type}'\\. Did you mean '(typescript|markdown)'`),
      );
    }
  });

  it("says that everything is ignored when a rule hides all there is", async () => {
    const { call } = await openToolSession({ files: { ".gitignore": "/*\n", "a.txt": "fox\n" } });
    for (const mode of ["content", "files", "count"]) {
      const said = textOf(await call("search_text", { pattern: "fox", mode }));
      expect(said).toContain("all files there are excluded by ignore rules");
      expect(said).toContain("set include_ignored: true");
    }
    expect(textOf(await call("search_text", { pattern: "fox", include_ignored: true }))).toContain(
      "a.txt",
    );
  });

  it("doesn't count protected files among those searched", async () => {
    const { call } = await openToolSession({
      files: { ".env": "x\n", "vault/k.txt": "x\n", "a.txt": "x\n" },
      rules: [{ deny: "read(vault/**)" }],
    });
    expect(textOf(await call("search_text", { pattern: "fox" }))).toContain(": 1 file searched.");
    const only = await openToolSession({ files: { ".env": "fox\n" } });
    expect(textOf(await only.call("search_text", { pattern: "fox" }))).toContain(
      "there are no files to search",
    );
  });

  it("isn't slowed by a pattern that would backtrack for ever", async () => {
    const { call } = await openToolSession({ files: { "a.txt": `${"a".repeat(50_000)}\n` } });
    const outcome = await call("search_text", { pattern: "(a+)+(a|aa)*$x" });
    expect(outcome.status).toBe("ok");
    const { error } = await call("search_text", { pattern: String.raw`(a)\1` });
    expect(error?.message).toContain("backreferences");
  });

  it("stops the program at the limit, however much there is to find", async () => {
    const { call } = await openToolSession({
      files: { "huge.txt": "needle in a line\n".repeat(3_000_000) },
    });
    const outcome = await call("search_text", { pattern: "needle" });
    expect(outcome.structured).toMatchObject({
      isComplete: false,
      total: null,
      nextOffset: 0,
    });
    expect(textOf(outcome)).toMatch(
      /\n\n100 of more than 2,000 matching lines are shown: those found first, which may differ next time\. Narrow the search, or set offset: 0 for pages sorted by path\.$/,
    );
    expect(Buffer.byteLength(textOf(outcome))).toBeLessThan(100_000);
  });

  it("cuts a long line around the match and says so", async () => {
    const { call } = await openToolSession({
      files: { "min.js": `${"a".repeat(5_000)}needle${"b".repeat(5_000)}\n` },
    });
    const shown = textOf(await call("search_text", { pattern: "needle" }));
    expect(shown).toMatch(
      /^1: … \[4,834 characters before\] a{166}needleb{328} … \[4,672 characters after\]$/m,
    );
    expect(shown).toContain("1 matching line in 1 file. 1 line cut to 500 characters.");
    const huge = { "huge.js": `needle${"b".repeat(2_000_000)}\n` };
    const other = await openToolSession({ files: huge });
    const cut = textOf(await other.call("search_text", { pattern: "needle" }));
    expect(cut).toMatch(/^1: needleb{494} … \[more characters after\]$/m);
  });

  it("searches the files of a glob, a directory or a single file", async () => {
    const { call } = await openToolSession({
      files: { ...files, "src/c.js": "alpha\n", "x/src/d.ts": "alpha\n" },
    });
    const paths = async (input: Record<string, unknown>): Promise<readonly string[]> =>
      (
        (await call("search_text", { pattern: "alpha", ...input })).structured as {
          files: { path: string }[];
        }
      ).files.map(({ path }) => path);
    expect(await paths({ glob: "*.ts" })).toEqual(["src/a.ts", "src/deep/b.ts", "x/src/d.ts"]);
    expect(await paths({ glob: "src/**/*.{ts,js}" })).toEqual([
      "src/a.ts",
      "src/c.js",
      "src/deep/b.ts",
    ]);
    expect(await paths({ glob: "**/src/*.ts" })).toEqual(["src/a.ts", "x/src/d.ts"]);
    expect(await paths({ path: "src", glob: "*.js" })).toEqual(["src/c.js"]);
    expect(await paths({ path: "src/a.ts" })).toEqual(["src/a.ts"]);
    expect(await paths({ path: "src/deep/", mode: "files" })).toEqual(["src/deep/b.ts"]);
    expect(await paths({ glob: "none/*.ts" })).toEqual([]);
  });

  it("heeds ignore files and leaves out .git and node_modules, unless asked", async () => {
    const { call } = await openToolSession({
      files: {
        ".gitignore": "*.log\nbuild/\n",
        "a.txt": "fox\n",
        ".hidden/b.txt": "fox\n",
        "c.log": "fox\n",
        "build/d.txt": "fox\n",
        "node_modules/p/e.txt": "fox\n",
        ".git/f": "fox\n",
      },
    });
    const found = async (input: Record<string, unknown>): Promise<string> =>
      textOf(await call("search_text", { pattern: "fox", mode: "files", ...input }));
    expect(await found({})).toBe(".hidden/b.txt\na.txt\n\n2 files have a match.");
    expect(await found({ include_ignored: true })).toBe(
      ".hidden/b.txt\na.txt\nbuild/d.txt\nc.log\nnode_modules/p/e.txt\n\n5 files have a match.",
    );
    expect(await found({ path: "node_modules/p" })).toContain("node_modules/p/e.txt");
    expect(await found({ path: "c.log" })).toContain("c.log");
    expect(await found({ glob: "*.log" })).toBe(
      "No match for the pattern 'fox' in '.' in files matching '*.log': all files there are excluded by ignore rules (.gitignore and the like, node_modules); set include_ignored: true to search them.",
    );
  });

  it("says why there is no match", async () => {
    const { call, root } = await openToolSession({
      files: { ...files, "all/.gitignore": "/*\n", "all/x.txt": "alpha\n" },
    });
    mkdirSync(join(root, "empty"));
    const said = async (input: Record<string, unknown>): Promise<string> => {
      const outcome = await call("search_text", { pattern: "no-such-words", ...input });
      expect(outcome.status).toBe("ok");
      return textOf(outcome);
    };
    expect(await said({ path: "src" })).toBe(
      "No match for the pattern 'no-such-words' in 'src': 2 files searched.",
    );
    expect(await said({ path: "all", pattern: "alpha" })).toContain("excluded by ignore rules");
    expect(await said({ path: "empty" })).toContain("there are no files to search");
    expect(await said({ mode: "count", literal: true })).toBe(
      "No match for the text 'no-such-words' in '.': 3 files searched.",
    );
  });

  it("gives ripgrep's own words for a pattern that is none", async () => {
    const { call } = await openToolSession({ files });
    const { error } = await call("search_text", { pattern: "(unclosed" });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain("unclosed group");
    const ahead = (await call("search_text", { pattern: "(?=x)", mode: "files" })).error;
    expect(ahead?.message).toContain("look-ahead");
    expect(ahead?.message).not.toContain("--pcre2");
    expect((await call("search_text", { pattern: "" })).error?.code).toBe("input-invalid");
    expect((await call("search_text", { pattern: "a\0b" })).error?.code).toBe("input-invalid");
    expect((await call("search_text", { pattern: "x", glob: "../**" })).error?.code).toBe(
      "input-invalid",
    );
  });

  it("shows nothing of what the policy protects, not even that it matches", async () => {
    const { call } = await openToolSession({
      files: { ".env": "TOKEN=canary-1\n", "vault/k.txt": "canary-2\n", "a.txt": "canary-3\n" },
      rules: [{ deny: "read(vault/**)" }],
    });
    for (const mode of ["content", "files", "count"]) {
      const shown = textOf(await call("search_text", { pattern: "canary", mode }));
      expect(shown).toContain("a.txt");
      expect(shown).not.toMatch(/vault|\.env|canary-1|canary-2/);
    }
    const hit = textOf(await call("search_text", { pattern: "canary-2" }));
    const miss = textOf(await call("search_text", { pattern: "canary-9" }));
    expect(hit.replace("canary-2", "")).toBe(miss.replace("canary-9", ""));
  });

  it("searches a protected file that is named, once it is approved", async () => {
    const { call } = await openToolSession({ files: { ".env": "TOKEN=canary-1\n" } });
    expect(textOf(await call("search_text", { pattern: "TOKEN", path: ".env" }))).toContain(
      "canary-1",
    );
    const denied = await openToolSession({
      files: { ".env": "TOKEN=canary-1\n" },
      rules: [{ deny: "read(.env)" }],
    });
    const outcome = await denied.call("search_text", { pattern: "TOKEN", path: ".env" });
    expect(outcome.status).toBe("refused");
    expect(JSON.stringify(outcome)).not.toContain("canary");
  });

  it("searches all of a directory outside the workspace that was approved", async () => {
    const { call, outside, session } = await openToolSession({ files });
    mkdirSync(join(outside, "other"));
    writeFileSync(join(outside, "other/x.txt"), "alpha\n");
    const asked: unknown[] = [];
    session.approvals.watch({ asked: (question) => asked.push(question) });
    const shown = textOf(await call("search_text", { pattern: "alpha", path: "../other" }));
    expect(shown).toContain("x.txt\n1: alpha");
    expect(asked).toHaveLength(1);
    const found = textOf(await call("find_files", { pattern: "*", path: "../other" }));
    expect(found).toContain("x.txt\n\n1 file.");
    const listed = textOf(await call("list_directory", { path: "../other" }));
    expect(listed).toContain("x.txt  6 bytes");
  });

  it("doesn't follow links, and refuses one that leads outside", async () => {
    const { call, root, outside } = await openToolSession({ files });
    mkdirSync(join(outside, "other"));
    writeFileSync(join(outside, "other/x.txt"), "alpha canary\n");
    symlinkSync(join(outside, "other"), join(root, "src/out"));
    symlinkSync("src", join(root, "again"));
    const shown = textOf(await call("search_text", { pattern: "alpha", mode: "files" }));
    expect(shown).toBe("src/a.ts\nsrc/deep/b.ts\n\n2 files have a match.");
    expect(
      textOf(await call("search_text", { pattern: "alpha", path: "again", mode: "files" })),
    ).toContain("again/a.ts");
    const outcome = await call("search_text", { pattern: "alpha", path: "src/out" });
    expect(outcome.error?.code).toBe("path-outside-workspace");
  });

  it("copes with odd names and with what is no text", async () => {
    const { call, root } = await openToolSession({
      files: {
        "na\nme.txt": "fox\n",
        "b.bin": Buffer.from("fox\n\0fox\n"),
        "12:3: x.txt": "fox\n",
      },
    });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff)]), "fox\n");
    execFileSync("mkfifo", [join(root, "pipe")]);
    const shown = textOf(await call("search_text", { pattern: "fox" }));
    expect(shown).toBe(String.raw`12:3: x.txt
1: fox

"na\nme.txt"
1: fox

2 matching lines in 2 files.`);
    expect(textOf(await call("search_text", { pattern: "fox", mode: "count" }))).toBe(
      '12:3: x.txt: 1\n"na\\nme.txt": 1\n\n2 matching lines in 2 files.',
    );
    expect(textOf(await call("search_text", { pattern: "fox", path: "b.bin" }))).toContain(
      "(the file contains binary data",
    );
    expect((await call("search_text", { pattern: "fox", path: "pipe" })).error?.code).toBe(
      "not-a-file",
    );
  });

  it("names near names of a path that isn't there", async () => {
    const { call } = await openToolSession({ files });
    const { error } = await call("search_text", { pattern: "x", path: "scr" });
    expect(error?.code).toBe("file-not-found");
    expect(error?.message).toContain("src");
  });

  it("never reads ripgrep's configuration from the environment", async () => {
    const config = join(
      (await openToolSession({ files: { rc: "--files-with-matches\n" } })).root,
      "rc",
    );
    vi.stubEnv("RIPGREP_CONFIG_PATH", config);
    const { call } = await openToolSession({ files });
    expect(textOf(await call("search_text", { pattern: "beta" }))).toContain(
      "2: export const beta",
    );
    vi.unstubAllEnvs();
  });

  it("ends with the call", async () => {
    const { session, events } = await openToolSession({
      files: { "huge.txt": `${"x".repeat(200)}\n`.repeat(500_000) },
    });
    const invocation = session.call({
      name: "search_text",
      input: { pattern: "(x+)+y", mode: "count" },
    });
    invocation.cancel();
    expect((await invocation).status).toBe("cancelled");
    expect(events.at(-1)?.type).toBe("invocation-end");
  });

  it("shows what it found until its deadline, and says that it isn't everything", async () => {
    const host = createProcessHost();
    const { call } = await openToolSession({
      files,
      processes: {
        // Finds everything and then doesn't come to its end.
        start: (request) =>
          host.start({
            ...request,
            program: "sh",
            arguments: ["-c", '"$0" "$@"; sleep 55.1931', request.program, ...request.arguments],
            timeoutMs: 500,
          }),
        close: () => host.close(),
      },
    });
    const outcome = await call("search_text", { pattern: "beta" });
    expect(textOf(outcome)).toContain("2: export const beta = 2;");
    expect(textOf(outcome)).toContain("The search stopped after 20 s and is incomplete");
    expect(outcome.structured).toMatchObject({ isComplete: false });
  });

  it("says what to install when there is no ripgrep", async () => {
    const host = createProcessHost();
    const { call } = await openToolSession({
      files,
      processes: {
        start: () => Promise.reject(new ToolError("command-not-found", "no rg")),
        close: () => host.close(),
      },
    });
    const { error } = await call("search_text", { pattern: "alpha" });
    expect(error?.code).toBe("tool-not-available");
    expect(error?.message).toContain("npm install @vscode/ripgrep");
  });
});

testToolContract("search_text", [
  { pattern: "answer" },
  { pattern: "TOKEN" },
  { pattern: "o", path: "src/deep" },
]);
