import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../fixtures/host-for-test.ts";
import { isPlaceholder, placePlaceholder } from "./placeholder.ts";

const place = (): string => join(temporaryDirectory(), "missing");

describe.runIf(process.platform === "linux")("a placeholder", () => {
  it("is there until it is released, and known as one", () => {
    const path = place();
    const placeholder = placePlaceholder(path);
    expect(isPlaceholder(path)).toBe(true);
    placeholder?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("stays until the last that needs it is done, in whatever order", () => {
    const path = place();
    const all = [placePlaceholder(path), placePlaceholder(path), placePlaceholder(path)];
    for (const each of [all[1], all[0]]) {
      each?.release();
      expect(existsSync(path)).toBe(true);
    }
    all[2]?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("goes with the next command when the runtime that made it was killed", () => {
    const path = place();
    mkdirSync(path);
    // Of a process that started before this computer did.
    mkdirSync(join(path, `.toolwright-sandbox-${process.pid}-1-00`));
    placePlaceholder(path)?.release();
    expect(existsSync(path)).toBe(false);
  });

  it("isn't removed with what somebody has put there meanwhile", () => {
    const path = place();
    const placeholder = placePlaceholder(path);
    writeFileSync(join(path, "config"), "");
    placeholder?.release();
    expect(readdirSync(path)).toEqual(["config"]);
  });

  it("leaves an empty directory that was there before", () => {
    const path = place();
    mkdirSync(path);
    expect(isPlaceholder(path)).toBe(false);
    placePlaceholder(path)?.release();
    expect(readdirSync(path)).toEqual([]);
  });

  it("is none where nothing can be created", () => {
    expect(placePlaceholder("/proc/nothing")).toBeNull();
    writeFileSync(place().replace(/missing$/, "file"), "");
    expect(placePlaceholder("/dev/null/x")).toBeNull();
  });
});
