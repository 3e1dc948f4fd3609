import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";
import { ripgrepProgram } from "./ripgrep/ripgrep-program.ts";

const files = {
  "src/a.ts": "",
  "src/deep/b.ts": "",
  "src/deep/c.test.ts": "",
  "notes/todo.md": "",
  "top.ts": "",
};

describe("find_files", () => {
  it("lists what fits a glob in the order of paths, and how many", async () => {
    const { call } = await openToolSession({ files });
    const outcome = await call("find_files", { pattern: "**/*.ts" });
    expect(textOf(outcome)).toBe("src/a.ts\nsrc/deep/b.ts\nsrc/deep/c.test.ts\ntop.ts\n\n4 files.");
    expect(outcome.structured).toMatchObject({ total: 4, isComplete: true });
    expect(outcome.effects).toMatchObject([
      { type: "read", recursive: true, leavesOutProtected: true },
    ]);
  });

  it("takes patterns with and without slashes, below any directory", async () => {
    const { call } = await openToolSession({ files });
    const found = async (input: Record<string, unknown>): Promise<readonly string[]> =>
      ((await call("find_files", input)).structured as { paths: string[] }).paths;
    expect(await found({ pattern: "*.test.ts" })).toEqual(["src/deep/c.test.ts"]);
    expect(await found({ pattern: "./*.ts" })).toEqual(["top.ts"]);
    expect(await found({ pattern: "src/*.ts" })).toEqual(["src/a.ts"]);
    expect(await found({ pattern: "*.ts", path: "src/deep" })).toEqual([
      "src/deep/b.ts",
      "src/deep/c.test.ts",
    ]);
    expect(await found({ pattern: "{notes,src}/*" })).toEqual(["notes/todo.md", "src/a.ts"]);
    expect(await found({ pattern: "src/" })).toEqual([
      "src/a.ts",
      "src/deep/b.ts",
      "src/deep/c.test.ts",
    ]);
  });

  it("finds by a part of the name, alone or with a glob, in either case on request", async () => {
    const { call } = await openToolSession({
      files: { "src/README.md": "", "readme/a.txt": "", "read[me].ts": "", "src/unread.ts": "" },
    });
    const found = async (input: Record<string, unknown>): Promise<readonly string[]> =>
      ((await call("find_files", input)).structured as { paths: string[] }).paths;
    expect(await found({ name_contains: "read" })).toEqual(["read[me].ts", "src/unread.ts"]);
    expect(await found({ name_contains: "d[me]" })).toEqual(["read[me].ts"]);
    expect(await found({ name_contains: "readme", ignore_case: true })).toEqual(["src/README.md"]);
    expect(await found({ name_contains: "read", pattern: "SRC/**", ignore_case: true })).toEqual([
      "src/README.md",
      "src/unread.ts",
    ]);
    expect(await found({ name_contains: "read", pattern: "src/*.ts" })).toEqual(["src/unread.ts"]);
    expect(textOf(await call("find_files", { name_contains: "zzz" }))).toBe(
      "No file has 'zzz' in its name in '.'.",
    );
    for (const input of [
      {},
      { pattern: "*\0" },
      { name_contains: "a/b" },
      { name_contains: "a\0" },
    ]) {
      expect((await call("find_files", input)).error?.code).toBe("input-invalid");
    }
  });

  it("takes an exclamation mark as any other character", async () => {
    const { call } = await openToolSession({ files: { "!a.txt": "", "b.txt": "" } });
    expect(textOf(await call("find_files", { pattern: "!*" }))).toBe("!a.txt\n\n1 file.");
  });

  it("doesn't count what may not be read, also beyond what is shown", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`vault/f${index}.txt`, ""]),
    );
    const { call } = await openToolSession({
      files: { ...many, "a.txt": "", "b.txt": "", "z/.env": "", "z/k.pem": "", "z/c.txt": "" },
      rules: [{ deny: "read(vault/**)" }],
    });
    for (const sort of ["path", "newest"]) {
      const outcome = await call("find_files", { pattern: "**", limit: 1, sort });
      expect(outcome.structured).toMatchObject({ total: 3, isComplete: false });
    }
  });

  it("heeds ignore files also for what the pattern names, unless asked not to", async () => {
    const { call } = await openToolSession({
      files: {
        ".gitignore": "*.log\nbuild/\n",
        "a.log": "",
        "build/x.ts": "",
        ".github/ci.yml": "",
        "node_modules/p/index.ts": "",
        ".git/config": "",
      },
    });
    const found = async (input: Record<string, unknown>): Promise<string> =>
      textOf(await call("find_files", input));
    expect(await found({ pattern: "*.yml" })).toContain(".github/ci.yml");
    expect(await found({ pattern: "*.log" })).toBe(
      "No file matches '*.log' in '.': every match is excluded by ignore rules (.gitignore and the like, node_modules); set include_ignored: true to see it.",
    );
    expect(await found({ pattern: "*.ts" })).toContain("excluded by ignore rules");
    expect(await found({ pattern: "**", include_ignored: true })).toBe(
      ".github/ci.yml\n.gitignore\na.log\nbuild/x.ts\nnode_modules/p/index.ts\n\n5 files.",
    );
    expect(await found({ pattern: "node_modules/p/*.ts" })).toContain("node_modules/p/index.ts");
  });

  it("shows the newest first when asked", async () => {
    const { call, root } = await openToolSession({ files });
    for (const [path, time] of [
      ["src/deep/b.ts", 3_000],
      ["top.ts", 2_000],
      ["src/a.ts", 1_000],
      ["src/deep/c.test.ts", 500],
    ] as const) {
      utimesSync(join(root, path), time, time);
    }
    const outcome = await call("find_files", { pattern: "*.ts", sort: "newest", limit: 2 });
    expect(textOf(outcome)).toBe(
      "src/deep/b.ts\ntop.ts\n\n2 of 4 files are shown; narrow the pattern or path, or raise limit (now 2).",
    );
  });

  it("shows the first of very many, and the total", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`f${String(index).padStart(3, "0")}.txt`, ""]),
    );
    const { call } = await openToolSession({ files: many });
    const outcome = await call("find_files", { pattern: "*.txt" });
    expect(outcome.structured).toMatchObject({ total: 500, isComplete: false });
    expect(textOf(outcome)).toContain("f199.txt\n\n200 of 500 files are shown");
  });

  it.each(["../**", "/etc/*", "{..,x}", "src/../../*"])(
    "refuses %s, which leaves the directory",
    async (pattern) => {
      const { call } = await openToolSession({ files });
      expect((await call("find_files", { pattern })).error?.code).toBe("input-invalid");
    },
  );

  it("leaves out what the policy protects", async () => {
    const { call } = await openToolSession({
      files: { ".env": "", "vault/k.txt": "", "a.txt": "" },
      rules: [{ deny: "read(vault/**)" }],
    });
    expect(textOf(await call("find_files", { pattern: "**" }))).toBe("a.txt\n\n1 file.");
    const there = textOf(await call("find_files", { pattern: "vault/*" }));
    const missing = textOf(await call("find_files", { pattern: "fault/*" }));
    expect(there.replace("vault", "fault")).toBe(missing);
  });

  it("doesn't follow links, and finds nothing outside", async () => {
    const { call, root, outside } = await openToolSession({ files });
    mkdirSync(join(outside, "other"));
    writeFileSync(join(outside, "other/x.ts"), "");
    symlinkSync(join(outside, "other"), join(root, "src/out"));
    expect(textOf(await call("find_files", { pattern: "x.ts" }))).toBe(
      "No file matches 'x.ts' in '.'.",
    );
    expect((await call("find_files", { pattern: "src/out/*.ts" })).error?.code).toBe(
      "path-outside-workspace",
    );
    expect((await call("find_files", { pattern: "*", path: "src/out" })).error?.code).toBe(
      "path-outside-workspace",
    );
  });

  it("shows odd names in one line each, and counts those it can't", async () => {
    const { call, root } = await openToolSession({ files: { "a\nb.ts": "", "-v.ts": "" } });
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff), Buffer.from(".ts")]),
      "",
    );
    expect(textOf(await call("find_files", { pattern: "*.ts" }))).toBe(
      `-v.ts\n"a\\nb.ts"\n\n2 files. 1 more name isn't valid UTF-8; no tool here can open such files.`,
    );
  });

  it("refuses a path that is a file or isn't there", async () => {
    const { call } = await openToolSession({ files });
    expect((await call("find_files", { pattern: "*", path: "top.ts" })).error?.code).toBe(
      "input-invalid",
    );
    expect((await call("find_files", { pattern: "src/*", path: "top.ts" })).error?.code).toBe(
      "input-invalid",
    );
    expect((await call("find_files", { pattern: "*", path: "sorce" })).error?.code).toBe(
      "file-not-found",
    );
    expect(textOf(await call("find_files", { pattern: "none/*.ts" }))).toContain(
      "the directories it names do not exist",
    );
  });
});

describe("ripgrepProgram", () => {
  it("falls back to the PATH where the package has no program", async () => {
    expect(await ripgrepProgram(() => Promise.reject(new Error("not for this platform")))).toBe(
      "rg",
    );
    expect(await ripgrepProgram()).toContain("ripgrep");
  });
});

testToolContract("find_files", [{ pattern: "**/*.ts" }, { pattern: "*", path: "src" }]);
