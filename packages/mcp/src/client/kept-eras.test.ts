import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "./fixtures/hub-world.ts";
import { keepEras } from "./kept-eras.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe("keepEras", () => {
  test("shares eras with other processes, and forgets refuted ones", () => {
    const directory = temporaryDirectory();
    const [one, other] = [keepEras(directory), keepEras(directory)];
    one.set("a", "modern");
    other.set("b", "legacy");
    expect(keepEras(directory).get("a")).toBe("modern");
    expect(keepEras(directory).get("b")).toBe("legacy");
    one.set("a", null);
    expect(keepEras(directory).get("a")).toBeUndefined();
  });

  test("probes an older server again after a week, and keeps the newest era", () => {
    const directory = temporaryDirectory();
    let nowMs = 0;
    const eras = keepEras(directory, () => nowMs);
    eras.set("old", "legacy");
    eras.set("new", "modern");
    nowMs = 6 * dayMs;
    expect(eras.get("old")).toBe("legacy");
    nowMs = 8 * dayMs;
    expect([eras.get("old"), eras.get("new")]).toEqual([undefined, "modern"]);
  });

  test.each(["", "[]", '{"a":"modern","b":["odd",1],"c":["modern"]}', "\u0000"])(
    "takes %j for nothing known, and can still be added to",
    (text) => {
      const directory = temporaryDirectory();
      mkdirSync(join(directory, "mcp"));
      writeFileSync(join(directory, "mcp", "eras.json"), text);
      const eras = keepEras(directory);
      for (const key of ["a", "b", "c", "toString"]) expect(eras.get(key)).toBeUndefined();
      eras.set("a", "modern");
      expect(keepEras(directory).get("a")).toBe("modern");
    },
  );

  test("works without a writable state directory", () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    const eras = keepEras(file);
    eras.set("a", "modern");
    expect(eras.get("a")).toBe("modern");
  });
});
