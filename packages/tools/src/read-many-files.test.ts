import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("read_many_files", () => {
  it("shows each file after a header, in the order asked for, each once", async () => {
    const { call } = await openToolSession({
      files: { "b.md": "bee\n", "src/x.ts": "x\n", "src/a.ts": "a1\na2\n", "e.txt": "" },
    });
    const paths = ["b.md", "src/*.ts", "src/a.ts", "e.txt"];
    const outcome = await call("read_many_files", { paths });
    expect(textOf(outcome)).toBe(
      "==> b.md <==\n1\tbee\n\n==> src/a.ts <==\n1\ta1\n2\ta2\n\n==> src/x.ts <==\n1\tx\n\n==> e.txt <==\n(empty)",
    );
    expect(outcome.structured).toMatchObject({ isComplete: true, leftOut: [] });
  });

  it("shows the beginning of a long file and says how to go on", async () => {
    const { call } = await openToolSession({ files: { "a.txt": "0123456789\n".repeat(1_000) } });
    const outcome = await call("read_many_files", { paths: ["a.txt"], max_bytes_per_file: 550 });
    expect(textOf(outcome)).toMatch(
      /^==> a\.txt: lines 1 to 50 of 1,000; read this file alone with offset: 51 for more <==\n1\t0123/,
    );
    expect(outcome.structured).toMatchObject({
      isComplete: false,
      files: [{ path: "a.txt", endLine: 50, totalLines: 1_000, isWhole: false }],
    });
  });

  it("stays below 100 kB and names what found no room", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `f${String(index).padStart(3, "0")}.txt`,
        "y".repeat(99).concat("\n").repeat(50),
      ]),
    );
    const { call } = await openToolSession({ files });
    const outcome = await call("read_many_files", { paths: ["*.txt"] });
    const text = textOf(outcome);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    expect(text).toContain("==> f000.txt <==");
    expect(text).toContain("- f050.txt: the limit is reached, 5.0 kB");
    // 200 files are looked at, 13 fit whole and one in part; 50 of the others are named.
    expect(text).toMatch(/- and 2\d\d more files: narrow the globs\.\)$/);
    expect(outcome.metadata).not.toHaveProperty("cut");
  });

  it("names binary files, missing ones and globs that nothing fits, and shows the others", async () => {
    const { call } = await openToolSession({
      files: { "a.txt": "a\n", "logo.png": Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1") },
    });
    const paths = ["logo.png", "a.tx", "*.nothing", "a.txt"];
    const outcome = await call("read_many_files", { paths });
    const text = textOf(outcome);
    expect(text).toContain("==> a.txt <==\n1\ta");
    expect(text).toContain("- logo.png: not text but a PNG image, 10 bytes");
    expect(text).toContain("'a.tx'");
    expect(text).toContain("No file matches '*.nothing'");
  });

  it("fails when nothing of what was asked for is there", async () => {
    const { call } = await openToolSession({ files: { "a.txt": "a\n" } });
    const { error } = await call("read_many_files", { paths: ["*.md"] });
    expect(error?.code).toBe("file-not-found");
    expect(error?.message).toContain("'*.md'");
  });

  it("shows and names nothing of a glob that the rules protect", async () => {
    const { call, events } = await openToolSession({
      files: { ".env": "KEY=canary\n", "a.txt": "a\n", "private/x.txt": "canary\n" },
      rules: [{ deny: "read(private/**)" }],
    });
    const outcome = await call("read_many_files", { paths: ["**", "**/*.txt"] });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toBe("==> a.txt <==\n1\ta");
    expect(JSON.stringify(events)).not.toContain("canary");
    const named = await call("read_many_files", { paths: ["a.txt", "private/x.txt"] });
    expect(named.status).toBe("refused");
  });

  it("reads a file whose name has the characters of a glob", async () => {
    const { call } = await openToolSession({
      files: { "app/[id]/page.tsx": "page\n", "app/i/page.tsx": "other\n" },
    });
    const outcome = await call("read_many_files", { paths: ["app/[id]/page.tsx"] });
    expect(textOf(outcome)).toBe("==> app/[id]/page.tsx <==\n1\tpage");
  });

  it("doesn't follow links that lead outside", async () => {
    const { call, root, outside } = await openToolSession({ files: { "a.txt": "a\n" } });
    mkdirSync(join(outside, "other"));
    writeFileSync(join(outside, "other/secret.txt"), "canary");
    symlinkSync(join(outside, "other"), join(root, "dir"));
    symlinkSync(join(outside, "other/secret.txt"), join(root, "link.txt"));
    for (const paths of [["dir/*.txt", "a.txt"], ["*.txt"], ["link.txt"]]) {
      expect(JSON.stringify(await call("read_many_files", { paths }))).not.toContain("canary");
    }
  });

  it("lets a file that was shown be changed", async () => {
    const { call, bytes } = await openToolSession({ files: { "a.txt": "one\n" } });
    await call("read_many_files", { paths: ["a.txt"] });
    await call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
    expect(bytes("a.txt").toString()).toBe("two\n");
  });

  it("only names what is unchanged since it was read, when that is asked for", async () => {
    const { call, put } = await openToolSession({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
    const again = { paths: ["*.txt"], unless_changed: true };
    expect(textOf(await call("read_many_files", again))).toContain("==> a.txt <==\n1\ta");
    put({ "b.txt": "new\n" });
    const outcome = await call("read_many_files", again);
    expect(textOf(outcome)).toBe(
      "==> b.txt <==\n1\tnew\n\n(Unchanged since you last read or wrote them in this session, so not shown:\n- a.txt)",
    );
    expect(outcome.structured).toMatchObject({ unchanged: ["a.txt"], files: [{ path: "b.txt" }] });
    expect(textOf(await call("read_many_files", again))).toMatch(
      /^\(Unchanged.*\n- a\.txt\n- b\.txt\)$/,
    );
  });
});

testToolContract("read_many_files", [
  { paths: ["README.md", "src/**"] },
  { paths: [".env", "binary.bin", "missing.txt", "link.txt"] },
  { paths: ["*.md", "../outside/*", "src/deep/note.txt"], max_bytes_per_file: 500 },
]);
