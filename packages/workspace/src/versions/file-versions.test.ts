import { closeSync, openSync, readFileSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { BoundedMap } from "./bounded-map.ts";
import { FileVersions, isVersion, maxAlwaysHashedBytes } from "./file-versions.ts";
import { TooManyBytes, readWhole } from "./read-whole.ts";

const limit = 64 * 1024 * 1024;
const large = maxAlwaysHashedBytes + 1;

/** An open file of that size, changed just now; later times are simulated by moving the clock. */
function openedFile(size: number): { path: string; descriptor: number } {
  const path = join(freshDirectory(), "file");
  writeFileSync(path, Buffer.alloc(size, "x"));
  const descriptor = openSync(path, "r+");
  onTestFinished(() => closeSync(descriptor));
  return { path, descriptor };
}

function atALaterTime<T>(look: () => T): T {
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  try {
    return look();
  } finally {
    vi.useRealTimers();
  }
}

/** Bytes read by this process, from files and elsewhere. */
function bytesReadSoFar(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

describe("a file's version", () => {
  it("uses the content up to 1 MiB and the times above, but the content while the file is recent", () => {
    const small = openedFile(large - 1);
    const big = openedFile(large);
    const versions = new FileVersions();
    expect(versions.ofFile(small.descriptor, small.path)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(atALaterTime(() => versions.ofFile(big.descriptor, big.path))).toMatch(
      new RegExp(`^stat:\\d+:\\d+:${large}:\\d+:\\d+$`),
    );
    expect(versions.ofFile(big.descriptor, big.path)).toMatch(/^sha256:/);
  });

  it("stays the same while a recent file gets older", () => {
    const { path, descriptor } = openedFile(large);
    const versions = new FileVersions();
    const fresh = versions.ofFile(descriptor, path);
    expect(atALaterTime(() => versions.ofFile(descriptor, path))).toBe(fresh);
    expect(atALaterTime(() => versions.readContent(descriptor, path, large, limit).version)).toBe(
      fresh,
    );
  });

  it("is the same after reading, looking and writing", () => {
    for (const size of [10, large]) {
      const { path, descriptor } = openedFile(size);
      for (const later of [false, true]) {
        const versions = new FileVersions();
        const look = (): string[] => [
          versions.readContent(descriptor, path, size, limit).version,
          versions.ofFile(descriptor, path),
        ];
        const [read, looked] = later ? atALaterTime(look) : look();
        expect(looked).toBe(read);
        if (!later)
          expect(versions.ofWritten(descriptor, path, Buffer.alloc(size, "x"))).toBe(read);
      }
    }
  });

  it("is recognised in both kinds", () => {
    const { path, descriptor } = openedFile(large);
    const byContent = new FileVersions().ofFile(descriptor, path);
    const byTimes = atALaterTime(() => new FileVersions().ofFile(descriptor, path));
    expect([isVersion(descriptor, byContent), isVersion(descriptor, byTimes)]).toEqual([
      true,
      true,
    ]);
    writeSync(descriptor, "y", large - 1);
    expect([isVersion(descriptor, byContent), isVersion(descriptor, byTimes)]).toEqual([
      false,
      false,
    ]);
    expect(isVersion(descriptor, "anything else")).toBe(false);
  });

  it("uses the times right after a large write, and stays so until the file changes", () => {
    const size = 16 * 1024 * 1024 + 1;
    const { path, descriptor } = openedFile(size);
    const versions = new FileVersions();
    const written = versions.ofWritten(descriptor, path, Buffer.alloc(size, "x"));
    expect(written).toMatch(/^stat:/);
    const look = (): string[] => [
      versions.ofFile(descriptor, path),
      versions.readContent(descriptor, path, size, limit).version,
    ];
    expect(look()).toEqual([written, written]);
    expect(atALaterTime(look)).toEqual([written, written]);
    utimesSync(path, 1000, 1000);
    expect(look()).not.toContain(written);
  });

  it.runIf(process.platform === "linux")("is hashed once while nothing changes, then again", () => {
    const { path, descriptor } = openedFile(large);
    const versions = new FileVersions();
    const fresh = versions.ofFile(descriptor, path);
    atALaterTime(() => {
      expect(versions.ofFile(descriptor, path)).toBe(fresh);
      const before = bytesReadSoFar();
      expect(versions.ofFile(descriptor, path)).toBe(fresh);
      expect(isVersion(descriptor, fresh)).toBe(true);
      expect(bytesReadSoFar() - before).toBeLessThan(large);
    });
    writeSync(descriptor, "y", large - 1);
    utimesSync(path, 1000, 1000);
    expect(atALaterTime(() => versions.ofFile(descriptor, path))).not.toBe(fresh);
  });

  it("notices a change of the same length whose time was set back", () => {
    const { path, descriptor } = openedFile(large);
    utimesSync(path, 1000, 1000);
    const before = atALaterTime(() => new FileVersions().ofFile(descriptor, path));
    writeSync(descriptor, "y", 0);
    utimesSync(path, 1000, 1000);
    expect(atALaterTime(() => new FileVersions().ofFile(descriptor, path))).not.toBe(before);
  });
});

describe("reading whole", () => {
  it("returns the current content, longer or shorter than expected", () => {
    const { descriptor } = openedFile(100_000);
    for (const expected of [0, 1, 99_999, 100_000, 100_001, 500_000]) {
      expect(readWhole(descriptor, expected, limit)).toHaveLength(100_000);
    }
  });

  it("stops at the limit when a file turns out to be longer", () => {
    const { descriptor } = openedFile(100_000);
    expect(() => readWhole(descriptor, 10, 50_000)).toThrow(TooManyBytes);
    expect(() => readWhole(descriptor, 100_000, 99_999)).toThrow(TooManyBytes);
  });
});

describe("a bounded map", () => {
  it("drops the oldest entry", () => {
    const map = new BoundedMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    map.set("c", 4);
    expect([map.get("a"), map.get("b"), map.get("c"), map.has("b")]).toEqual([
      3,
      undefined,
      4,
      false,
    ]);
    map.delete("a");
    expect(map.has("a")).toBe(false);
  });
});
