import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const rows = (count: number): string =>
  Array.from({ length: count }, (_, index) => `row ${index + 1}\n`).join("");

describe("read_file", () => {
  it("shows a whole file as numbered lines and nothing else", async () => {
    const { call } = await openToolSession({ files: { "a.txt": "one\n\ttwo\r\n\nfour" } });
    const outcome = await call("read_file", { path: "a.txt" });
    expect(textOf(outcome)).toBe("1\tone\n2\t\ttwo\n3\t\n4\tfour");
    expect(outcome.structured).toMatchObject({
      path: "a.txt",
      startLine: 1,
      endLine: 4,
      totalLines: 4,
      encoding: "utf-8",
    });
    expect(outcome.effects).toMatchObject([{ type: "read" }]);
  });

  it("shows a window and says how to go on, or that it is the end", async () => {
    const { call } = await openToolSession({ files: { "a.txt": rows(40) } });
    const middle = await call("read_file", { path: "a.txt", offset: 11, limit: 2 });
    expect(textOf(middle)).toBe(
      "11\trow 11\n12\trow 12\n\n(Lines 11 to 12 of 40 of 'a.txt'. Go on with offset: 13.)",
    );
    const end = await call("read_file", { path: "a.txt", offset: 39 });
    expect(textOf(end)).toBe(
      "39\trow 39\n40\trow 40\n\n(Lines 39 to 40 of 40 of 'a.txt'. That is the end.)",
    );
  });

  it("shows 2,000 lines at first and stays below 100 kB", async () => {
    const wide = `${"x".repeat(199)}\n`.repeat(3_000);
    const { call } = await openToolSession({
      files: { "long.txt": rows(5_000), "wide.txt": wide },
    });
    const long = textOf(await call("read_file", { path: "long.txt" }));
    expect(long).toContain(
      "2000\trow 2000\n\n(Lines 1 to 2000 of 5,000 of 'long.txt'. Go on with offset: 2001.)",
    );
    const shown = textOf(await call("read_file", { path: "wide.txt" }));
    expect(Buffer.byteLength(shown)).toBeLessThan(100_000);
    expect(shown).toMatch(/\(Lines 1 to 400 of 3,000 of 'wide\.txt'\. Go on with offset: 401\.\)$/);
  });

  it("says of an empty file that it is empty", async () => {
    const { call } = await openToolSession({ files: { "e.txt": "", "bom.txt": "\ufeff" } });
    expect(textOf(await call("read_file", { path: "e.txt" }))).toBe(
      "('e.txt' is empty (0 bytes).)",
    );
    const bom = await call("read_file", { path: "bom.txt" });
    expect(textOf(bom)).toBe("('bom.txt' is empty (3 bytes).)");
    expect(bom.structured).toMatchObject({ startLine: 0, endLine: 0, totalLines: 0 });
  });

  it("refuses an offset after the end and says how many lines there are", async () => {
    const { call } = await openToolSession({ files: { "a.txt": rows(40) } });
    const { error } = await call("read_file", { path: "a.txt", offset: 41 });
    expect(error).toMatchObject({ code: "input-invalid", details: { totalLines: 40 } });
    expect(error?.message).toBe(
      "offset 41 lies after the end: 'a.txt' has 40 lines. Use an offset from 1 to 40.",
    );
  });

  it.each([
    ["logo.png", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "a PNG image (10 bytes)"],
    ["data.bin", Buffer.from([0, 1, 2, 255, 254, 0, 3, 200]), "binary data (8 bytes)"],
    ["big.bin", Buffer.alloc(5_000_000, "a\0\0b"), "binary data (5.0 MB)"],
  ])("refuses %s and says what it is", async (name, bytes, kind) => {
    const { call } = await openToolSession({ files: { [name]: bytes } });
    const { error } = await call("read_file", { path: name });
    expect(error?.code).toBe("not-text");
    expect(error?.message).toContain(`'${name}' is no text but ${kind}`);
  });

  it("reads UTF-16, marks, old encodings and old line ends", async () => {
    const { call } = await openToolSession({
      files: {
        "le.txt": Buffer.from("\ufeffgrün\nzwei\n", "utf16le"),
        "be.txt": Buffer.from("\ufeffgrün\nzwei\n", "utf16le").swap16(),
        "bom.txt": "\ufeffgrün\nzwei\n",
        "latin.txt": Buffer.from("Die Bäume sind grün, der Himmel trüb.\nzwei\n", "latin1"),
        "mac.txt": "eins\rzwei\r",
      },
    });
    for (const name of ["le.txt", "be.txt", "bom.txt"]) {
      expect(textOf(await call("read_file", { path: name }))).toBe("1\tgrün\n2\tzwei");
    }
    expect(textOf(await call("read_file", { path: "latin.txt" }))).toContain("Die Bäume sind grün");
    expect(textOf(await call("read_file", { path: "mac.txt" }))).toBe("1\teins\n2\tzwei");
  });

  it("reads a part of a file larger than it reads at once, in each encoding", async () => {
    const line = "Die Bäume sind grün, der Himmel trüb und die Wege weit.\n";
    const count = 100_000;
    const text = line.repeat(count - 1) + "das letzte ist müde\n";
    const { call } = await openToolSession({
      files: {
        "utf8.txt": text,
        "utf16.txt": Buffer.from(`\ufeff${text}`, "utf16le"),
        "latin.txt": Buffer.from(text, "latin1"),
      },
    });
    for (const path of ["utf8.txt", "utf16.txt", "latin.txt"]) {
      const outcome = await call("read_file", { path, offset: count - 1 });
      expect(textOf(outcome)).toContain(`${count - 1}\tDie Bäume`);
      expect(textOf(outcome)).toContain(
        `${count}\tdas letzte ist müde\n\n(Lines 99999 to 100000 of 100,000`,
      );
    }
  });

  it("names the lines it cut", async () => {
    const { call } = await openToolSession({
      files: { "min.js": `short\n${"y".repeat(5_000)}\nshort\n` },
    });
    const outcome = await call("read_file", { path: "min.js" });
    expect(textOf(outcome)).toMatch(/^2\ty{2000} … \[line cut here: it has 5\.0 kB\]$/m);
    expect(textOf(outcome)).toMatch(/\(Cut at 2,000 characters: line 2\.\)$/);
    expect(outcome.structured).toMatchObject({ cutLines: [2] });
  });

  it("refuses what is no file and names near names", async () => {
    const { call, root } = await openToolSession({ files: { "src/hello.txt": "x" } });
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect((await call("read_file", { path: "src" })).error).toMatchObject({
      code: "not-a-file",
      message: expect.stringContaining("is a directory, not a file. List it"),
    });
    expect((await call("read_file", { path: "pipe" })).error?.code).toBe("not-a-file");
    const missing = (await call("read_file", { path: "src/helo.txt" })).error;
    expect(missing?.code).toBe("file-not-found");
    expect(missing?.message).toContain("hello.txt");
  });

  it("doesn't follow a link that leads outside, and shows nothing of what is there", async () => {
    const { call, root, outside } = await openToolSession();
    mkdirSync(join(outside, "other"));
    writeFileSync(join(outside, "other/secret.txt"), "canary");
    symlinkSync(join(outside, "other/secret.txt"), join(root, "link.txt"));
    symlinkSync(join(outside, "other"), join(root, "dir"));
    for (const path of ["link.txt", "dir/secret.txt"]) {
      const outcome = await call("read_file", { path });
      expect(outcome.error?.code).toBe("path-outside-workspace");
      expect(JSON.stringify(outcome)).not.toContain("canary");
    }
  });

  it("reads through a link that stays inside, also of a large file", async () => {
    const { call, root } = await openToolSession({ files: { "big.txt": rows(600_000) } });
    symlinkSync("big.txt", join(root, "link.txt"));
    const outcome = await call("read_file", { path: "link.txt", offset: 600_000 });
    expect(textOf(outcome)).toContain("600000\trow 600000");
  });
});
