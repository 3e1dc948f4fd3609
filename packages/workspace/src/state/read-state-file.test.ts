import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { expectRegular, readStateFile } from "./read-state-file.ts";

describe.skipIf(process.platform === "win32")("a state file", () => {
  it("is read if it is a regular file", () => {
    const file = join(freshDirectory(), "a");
    writeFileSync(file, "text");
    expect(readStateFile(file).toString()).toBe("text");
    expect(() => expectRegular(file)).not.toThrow();
    expect(() => expectRegular(`${file}-none`)).not.toThrow();
  });

  it.each<readonly [string, (file: string) => void]>([
    ["FIFO", (file) => void execFileSync("mkfifo", [file])],
    ["link", (file) => symlinkSync("/dev/zero", file)],
    ["directory", (file) => mkdirSync(file)],
  ])("is refused, and never waited for, when it is a %s", (kind, make) => {
    const file = join(freshDirectory(), "a");
    make(file);
    expect(() => readStateFile(file)).toThrow(file);
    expect(() => expectRegular(file)).toThrow(`is a ${kind}, not a regular file`);
  });
});
