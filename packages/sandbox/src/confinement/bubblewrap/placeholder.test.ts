import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../fixtures/host-for-test.ts";
import { isPlaceholder, placePlaceholder } from "./placeholder.ts";

const place = (): string => join(temporaryDirectory(), "missing");

describe.runIf(process.platform === "linux")("a placeholder", () => {
  it("exists until it is released, and is recognised", () => {
    const path = place();
    const placeholder = placePlaceholder(path);
    expect(isPlaceholder(path)).toBe(true);
    placeholder?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("stays until the last user releases it, in any order", () => {
    const path = place();
    const all = [placePlaceholder(path), placePlaceholder(path), placePlaceholder(path)];
    for (const each of [all[1], all[0]]) {
      each?.release();
      expect(existsSync(path)).toBe(true);
    }
    all[2]?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("is removed by the next command if its runtime was killed", () => {
    const path = place();
    mkdirSync(path);
    // A claim of a process that started before this boot.
    mkdirSync(join(path, `.toolwright-sandbox-${process.pid}-1-00`));
    // A look in between must not make it a directory that nobody removes.
    expect(isPlaceholder(path)).toBe(true);
    placePlaceholder(path)?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("is not removed once it has other content", () => {
    const path = place();
    const placeholder = placePlaceholder(path);
    writeFileSync(join(path, "config"), "");
    placeholder?.release();
    expect(readdirSync(path)).toEqual(["config"]);
  });

  it("leaves an earlier empty directory in place", () => {
    const path = place();
    mkdirSync(path);
    expect(isPlaceholder(path)).toBe(false);
    placePlaceholder(path)?.release();
    expect(readdirSync(path)).toEqual([]);
  });

  it("is null if it cannot be created", () => {
    expect(placePlaceholder("/proc/nothing")).toBeNull();
    writeFileSync(place().replace(/missing$/, "file"), "");
    expect(placePlaceholder("/dev/null/x")).toBeNull();
  });
});
