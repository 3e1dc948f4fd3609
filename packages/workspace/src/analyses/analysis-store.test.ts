import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { createAnalysisStore } from "./analysis-store.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const values = (...texts: readonly string[]): Map<string, Uint8Array> =>
  new Map(texts.map((text) => [`key of ${text}`, bytes(text)]));
const fileIn = (stateDirectory: string): string => join(stateDirectory, "analyses", "analyses.db");

async function found(
  store: ReturnType<typeof createAnalysisStore>,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  const known = await store.find(texts.map((text) => `key of ${text}`));
  return Array.from(known.values(), (value) => new TextDecoder().decode(value));
}

describe("the store of analyses", () => {
  it("returns what was kept, also to a later process", async () => {
    const stateDirectory = freshDirectory();
    const store = createAnalysisStore({ stateDirectory });
    await store.keep(values("one", "two"));
    expect(await found(store, "one", "three", "two")).toEqual(["one", "two"]);
    expect(await found(createAnalysisStore({ stateDirectory }), "two")).toEqual(["two"]);
  });

  it("makes files that only this user can read, and only when it is used", async () => {
    const stateDirectory = freshDirectory();
    const store = createAnalysisStore({ stateDirectory });
    expect(readdirSync(stateDirectory)).toEqual([]);
    await store.keep(values("one"));
    const directory = join(stateDirectory, "analyses");
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
  });

  it("drops the older half when there is too much", async () => {
    const store = createAnalysisStore({ stateDirectory: freshDirectory(), maxBytes: 100_000 });
    const names = Array.from({ length: 40 }, (_, index) => `value ${index}`);
    for (const name of names) {
      await store.keep(new Map([[`key of ${name}`, bytes(name.padEnd(10_000))]]));
    }
    const left = (await found(store, ...names)).map((value) => value.trim());
    expect(left.length).toBeLessThan(12);
    expect(left.at(-1)).toBe("value 39");
    expect(left).not.toContain("value 0");
  });

  it("starts anew when its file is damaged", async () => {
    const stateDirectory = freshDirectory();
    mkdirSync(join(stateDirectory, "analyses"));
    writeFileSync(fileIn(stateDirectory), "no database at all, but quite long".repeat(100));
    const store = createAnalysisStore({ stateDirectory });
    expect(await found(store, "one")).toEqual([]);
    await store.keep(values("one"));
    expect(await found(store, "one")).toEqual(["one"]);
  });

  it("keeps nothing where it can't, and follows no link", async () => {
    const outside = freshDirectory();
    writeFileSync(join(outside, "victim"), "mine");
    const stateDirectory = freshDirectory();
    mkdirSync(join(stateDirectory, "analyses"));
    symlinkSync(join(outside, "victim"), fileIn(stateDirectory));
    const store = createAnalysisStore({ stateDirectory });
    await store.keep(values("one"));
    expect(await found(store, "one")).toEqual([]);
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("mine");
    const blocked = createAnalysisStore({ stateDirectory: join(outside, "victim") });
    await blocked.keep(values("one"));
    expect(await found(blocked, "one")).toEqual([]);
  });
});
