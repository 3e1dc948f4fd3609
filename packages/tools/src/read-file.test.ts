import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
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
      "11\trow 11\n12\trow 12\n\n(Lines 11 to 12 of 40 of 'a.txt'. Continue with offset: 13.)",
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
      "2000\trow 2000\n\n(Lines 1 to 2000 of 5,000 of 'long.txt'. Continue with offset: 2001.)",
    );
    const shown = textOf(await call("read_file", { path: "wide.txt" }));
    expect(Buffer.byteLength(shown)).toBeLessThan(100_000);
    expect(shown).toMatch(
      /\(Lines 1 to 400 of 3,000 of 'wide\.txt'\. Continue with offset: 401\.\)$/,
    );
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
      "offset 41 is past the end: 'a.txt' has 40 lines. Use an offset from 1 to 40.",
    );
  });

  it.each([
    ["song.mp3", Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), "an MP3 recording (10 bytes)"],
    ["data.bin", Buffer.from([0, 1, 2, 255, 254, 0, 3, 200]), "binary data (8 bytes)"],
    ["big.bin", Buffer.alloc(5_000_000, "a\0\0b"), "binary data (5.0 MB)"],
  ])("refuses %s and says what it is", async (name, bytes, kind) => {
    const { call } = await openToolSession({ files: { [name]: bytes } });
    const { error } = await call("read_file", { path: name });
    expect(error?.code).toBe("not-text");
    expect(error?.message).toContain(`'${name}' is not text but ${kind}`);
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

  it("refuses a file over 64 MiB that isn't in UTF-8 and names another way", async () => {
    const { call, root } = await openToolSession({
      files: { "wide.txt": Buffer.from(`\ufeff${"eine Zeile\n".repeat(10_000)}`, "utf16le") },
    });
    truncateSync(join(root, "wide.txt"), 64 * 1024 * 1024 + 2);
    for (const part of [{}, { from_end: 5 }, { around: { keyword: "Zeile" } }]) {
      const { error } = await call("read_file", { path: "wide.txt", ...part });
      expect(error?.code).toBe("file-too-large");
      expect(error?.message).toContain("iconv -f utf-16le");
    }
    const info = await call("file_info", { path: "wide.txt" });
    expect(info.structured).toMatchObject({ kind: "text", encoding: "utf-16le", lines: null });
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
    expect(textOf(outcome)).toMatch(/^2\ty{2000} … \[line cut here, full length: 5\.0 kB\]$/m);
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

describe("read_file around a keyword", () => {
  const story = `${rows(20)}the fox\n${rows(5)}a fox and a fox\n${rows(30)}`;

  it("shows the first occurrence with the lines around it", async () => {
    const { call } = await openToolSession({ files: { "a.txt": story } });
    const around = { keyword: "fox", lines_before: 2, lines_after: 1 };
    const outcome = await call("read_file", { path: "a.txt", around });
    expect(textOf(outcome)).toBe(
      "19\trow 19\n20\trow 20\n21\tthe fox\n22\trow 1\n\n(Occurrence 1 of 3 of 'fox' in 'a.txt' (57 lines): line 21. Lines 19 to 22 are shown. For the next use occurrence: 2.)",
    );
    expect(outcome.structured).toMatchObject({
      startLine: 19,
      endLine: 22,
      totalLines: 57,
      keywordLines: [21],
      totalOccurrences: 3,
    });
  });

  it("shows another occurrence, also a second one in a line", async () => {
    const { call } = await openToolSession({ files: { "a.txt": story } });
    const around = { keyword: "fox", occurrence: 3, lines_before: 0, lines_after: 0 };
    expect(textOf(await call("read_file", { path: "a.txt", around }))).toBe(
      "27\ta fox and a fox\n\n(Occurrence 3 of 3 of 'fox' in 'a.txt' (57 lines): line 27. Lines 27 to 27 are shown.)",
    );
  });

  it("shows all occurrences, those near each other together", async () => {
    const { call } = await openToolSession({ files: { "a.txt": story } });
    const all = { keyword: "fox", occurrence: "all", lines_before: 1, lines_after: 1 };
    expect(textOf(await call("read_file", { path: "a.txt", around: all }))).toBe(
      "20\trow 20\n21\tthe fox\n22\trow 1\n…\n26\trow 5\n27\ta fox and a fox\n28\trow 1\n\n(All 3 occurrences of 'fox' in 'a.txt' (57 lines): lines 21, 27, 27.)",
    );
    const wide = { keyword: "fox", occurrence: "all", lines_before: 3, lines_after: 3 };
    const outcome = await call("read_file", { path: "a.txt", around: wide });
    expect(textOf(outcome)).not.toContain("…\n");
    expect(outcome.structured).toMatchObject({ startLine: 18, endLine: 30 });
  });

  it("says how to go on when not all occurrences fit", async () => {
    const { call } = await openToolSession({
      files: { "a.txt": `fox ${"x".repeat(95)}\n`.repeat(3_000) },
    });
    const around = { keyword: "fox", occurrence: "all", lines_before: 0, lines_after: 0 };
    const outcome = await call("read_file", { path: "a.txt", around });
    expect(textOf(outcome)).toMatch(
      /\(The first 800 of 3,000 occurrences of 'fox' .*Continue with occurrence: 801, or offset: 801\.\)$/,
    );
    expect(Buffer.byteLength(textOf(outcome))).toBeLessThan(100_000);
  });

  it("says that there is no such occurrence, which is no failure and no reading", async () => {
    const { call, root } = await openToolSession({ files: { "a.txt": story } });
    const none = await call("read_file", { path: "a.txt", around: { keyword: "Fox" } });
    expect(none.status).toBe("ok");
    expect(textOf(none)).toBe(
      "(No occurrence of 'Fox' in 'a.txt' (57 lines). Case and white space must match.)",
    );
    expect(none.structured).toMatchObject({ keywordLines: [], totalOccurrences: 0 });
    const few = await call("read_file", {
      path: "a.txt",
      around: { keyword: "fox", occurrence: 4 },
    });
    expect(textOf(few)).toContain("has only 3 occurrences of 'fox', not 4.");
    const edit = { path: "a.txt", old_string: "the fox", new_string: "the cat" };
    expect((await call("edit_file", edit)).error?.code).toBe("file-not-read");
    expect(root).toBeTruthy();
  });

  it("shows the keyword in a line that is cut", async () => {
    const long = `${"ä".repeat(100_000)}needle${"ö".repeat(100_000)}`;
    const { call } = await openToolSession({
      files: { "min.js": `a\n${long}\nb\n`, "wide.txt": Buffer.from(`\ufeff${long}\n`, "utf16le") },
    });
    for (const path of ["min.js", "wide.txt"]) {
      const outcome = await call("read_file", { path, around: { keyword: "needle" } });
      expect(textOf(outcome)).toMatch(
        /\t… \[[\d,]+ bytes before\] ä+needleö+ … \[line cut here, full length: 400 kB\]/u,
      );
      expect(textOf(outcome)).toContain("(Occurrence 1 of 1 of 'needle'");
      expect(textOf(outcome)).toContain("Cut at 2,000 characters: line");
    }
  });

  it("finds a keyword in files larger than it reads at once, in each encoding", async () => {
    const line = "Die Bäume sind grün, der Himmel trüb und die Wege weit.\n";
    const text = `${line.repeat(90_000)}das letzte Kätzchen\n${line.repeat(10)}`;
    const { call } = await openToolSession({
      files: {
        "utf8.txt": text,
        "utf16.txt": Buffer.from(`\ufeff${text}`, "utf16le"),
        "utf16be.txt": Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
        "latin.txt": Buffer.from(text, "latin1"),
      },
    });
    const around = { keyword: "Kätzchen", lines_before: 1, lines_after: 0 };
    for (const path of ["utf8.txt", "utf16.txt", "utf16be.txt", "latin.txt"]) {
      expect(textOf(await call("read_file", { path, around }))).toMatch(
        /^90000\tDie Bäume.*\n90001\tdas letzte Kätzchen\n\n\(Occurrence 1 of 1/,
      );
      const none = await call("read_file", { path, around: { keyword: "Kätzchen日" } });
      expect(textOf(none)).toContain("No occurrence of");
    }
  });
});

describe("read_file from the end", () => {
  it("shows the last lines with their numbers", async () => {
    const { call } = await openToolSession({ files: { "a.txt": rows(40), "b.txt": "x\ny" } });
    expect(textOf(await call("read_file", { path: "a.txt", from_end: 2 }))).toBe(
      "39\trow 39\n40\trow 40\n\n(Lines 39 to 40 of 40 of 'a.txt'. That is the end.)",
    );
    expect(textOf(await call("read_file", { path: "b.txt", from_end: 1 }))).toContain("2\ty\n");
    expect(textOf(await call("read_file", { path: "b.txt", from_end: 5 }))).toBe("1\tx\n2\ty");
  });

  it("leaves out the first of them when not all fit", async () => {
    const { call } = await openToolSession({
      files: { "wide.txt": `${"x".repeat(199)}\n`.repeat(3_000) },
    });
    const outcome = await call("read_file", { path: "wide.txt", from_end: 2_000 });
    expect(textOf(outcome)).toMatch(
      /\(Lines 2601 to 3000 of 3,000 of 'wide\.txt'\. That is the end\. No more of them fit into the limit\.\)$/,
    );
  });

  it("says that an empty file is empty", async () => {
    const { call } = await openToolSession({ files: { "e.txt": "" } });
    expect(textOf(await call("read_file", { path: "e.txt", from_end: 5 }))).toBe(
      "('e.txt' is empty (0 bytes).)",
    );
  });

  it("numbers lines from the end in a file too large to count", async () => {
    const { call, root } = await openToolSession({ files: { "big.log": "one\ntwo\nthree\n" } });
    const handle = openSync(join(root, "big.log"), "r+");
    writeSync(handle, "\nlast but one\nlast\n", 100_000_000);
    // The hole between would be null characters; the lines are looked for behind it.
    for (let at = 14; at < 100_000_000; at += 10_000_000) {
      writeSync(handle, Buffer.alloc(Math.min(10_000_000, 100_000_000 - at), "x"), 0, null, at);
    }
    closeSync(handle);
    const outcome = await call("read_file", { path: "big.log", from_end: 2 });
    expect(textOf(outcome)).toBe(
      "-2\tlast but one\n-1\tlast\n\n(The last 2 lines of 'big.log', numbered from the end (-1 is the last), because the file is too large to count (100 MB).)",
    );
    expect(outcome.structured).toMatchObject({ startLine: -2, endLine: -1, totalLines: null });
  });
});

describe("read_file", () => {
  it.each([
    [{ offset: 3, from_end: 2 }, "offset and from_end"],
    [{ limit: 3, around: { keyword: "x" } }, "limit and around"],
    [{ from_end: 3, around: { keyword: "x" } }, "from_end and around"],
  ])("refuses %j together", async (ways, named) => {
    const { call } = await openToolSession({ files: { "a.txt": rows(3) } });
    const { error } = await call("read_file", { path: "a.txt", ...ways });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain(`${named} cannot be combined`);
  });

  it("refuses a keyword with a line end and says why", async () => {
    const { call } = await openToolSession({ files: { "a.txt": rows(3) } });
    const around = { keyword: "row 1\nrow 2" };
    const { error } = await call("read_file", { path: "a.txt", around });
    expect(error?.message).toContain("keyword must be text within one line");
  });

  it("says on request that a file is unchanged, until it changes", async () => {
    const { call, put } = await openToolSession({ files: { "a.txt": rows(3) } });
    const again = { path: "a.txt", unless_changed: true };
    expect(textOf(await call("read_file", again))).toContain("row 2");
    const same = await call("read_file", again);
    expect(textOf(same)).toBe(
      "(Unchanged: 'a.txt' is as you last read or wrote it in this session. To see lines that you were not shown then, read it without unless_changed.)",
    );
    expect(same.structured).toMatchObject({ unchanged: true, size: 18 });
    put({ "a.txt": rows(4) });
    expect(textOf(await call("read_file", again))).toContain("row 4");
  });
});

testToolContract("read_file", [
  { path: "README.md" },
  { path: "src/deep/note.txt", offset: 2, limit: 1 },
  { path: "link.txt" },
  { path: ".env" },
  { path: "binary.bin" },
  { path: "../outside/secret.txt" },
  { path: "readme" },
]);
