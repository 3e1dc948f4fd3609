import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { StoredOutput, OutputOrigin } from "@toolwright/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { tinyDisk } from "../fixtures/tiny-disk.ts";
import { OutputPlaces } from "./output-places.ts";
import {
  createOutputStore,
  type FileOutputStore,
  type OutputStoreOptions,
} from "./output-store.ts";

const origin: OutputOrigin = { sessionId: "s", callId: "c" };
const cwd = "/work/app";

function storeIn(
  stateDirectory: string,
  options: Partial<OutputStoreOptions> = {},
): FileOutputStore & { fileOf(kept: StoredOutput): string } {
  const store = createOutputStore({ stateDirectory, cwd, ...options });
  const places = new OutputPlaces(stateDirectory, options.cwd ?? cwd);
  return Object.assign(store, {
    fileOf: (kept: StoredOutput) => places.fileOf(kept.handle ?? "") ?? "",
  });
}

const contentOf = (store: ReturnType<typeof storeIn>, kept: StoredOutput): string =>
  readFileSync(store.fileOf(kept), "utf8");

describe("an output", () => {
  it("is kept as a file that only this user can read, in directories only this user can enter", async () => {
    const state = join(freshDirectory(), "state");
    const store = storeIn(state);
    const kept = await store.keep("a text\nof two lines ü\n", origin);
    expect(kept).toEqual({
      handle: expect.stringMatching(/^output:[0-9a-f]{8}$/) as string,
      keptBytes: 23,
      totalBytes: 23,
    });
    const file = store.fileOf(kept);
    expect(readFileSync(file, "utf8")).toBe("a text\nof two lines ü\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const directory of [state, join(state, "outputs"), join(file, "..")]) {
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    }
  });

  it("may be empty, or of any size, and come in pieces of any size, from two streams at once", async () => {
    const state = freshDirectory();
    const store = storeIn(state);
    const piece = fc.tuple(fc.constantFrom(0, 1, 7, 5_000, 262_143, 262_144, 600_000), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const keeper = store.open(origin);
        const chunks = pieces.map(([size, byte]) => new Uint8Array(size).fill(byte));
        // The chunks aren't awaited, but still taken one after the other.
        await Promise.all(chunks.map(async (chunk) => keeper.write(chunk)));
        const kept = await keeper.end();
        expect(readFileSync(store.fileOf(kept)).equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("is copied or written before its chunk may change", async () => {
    const store = storeIn(freshDirectory());
    const keeper = store.open(origin);
    const chunk = Buffer.alloc(300_000, "a");
    await keeper.write(chunk);
    chunk.fill("x");
    const kept = await keeper.end();
    expect(contentOf(store, kept)).toBe("a".repeat(300_000));
  });

  it("is kept up to a limit, with a note at its end", async () => {
    const store = storeIn(freshDirectory(), { maxOutputBytes: 10 });
    const keeper = store.open(origin);
    for (const text of ["12345", "67890", "more", ""]) await keeper.write(Buffer.from(text));
    const kept = await keeper.end();
    expect(kept).toMatchObject({ keptBytes: 10, totalBytes: 14 });
    expect(contentOf(store, kept)).toBe(
      "1234567890\n[… 4 more bytes were written and not kept …]\n",
    );
  });

  it("that isn't needed leaves nothing", async () => {
    const state = freshDirectory();
    const keeper = storeIn(state).open(origin);
    await keeper.write(Buffer.alloc(600_000));
    await keeper.discard();
    expect(readdirSync(new OutputPlaces(state, cwd).directory)).toEqual([]);
  });
});

describe("an output that can't be kept", () => {
  it("says so if the state directory can't be used, and never rejects", async () => {
    const place = join(freshDirectory(), "file");
    writeFileSync(place, "");
    const store = storeIn(join(place, "state"));
    const reason = "Toolwright's state directory can't be written.";
    expect(await store.keep("a", origin)).toEqual({ handle: null, reason });
    const keeper = store.open(origin);
    for (let count = 0; count < 4; count += 1) await keeper.write(Buffer.alloc(300_000));
    expect(await keeper.end()).toEqual({ handle: null, reason });
    await store.reap();
  });

  it("says so for a full disk, and leaves no part of it there", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("no file system can be mounted");
    const store = storeIn(disk);
    expect(await store.keep("x".repeat(1_000_000), origin)).toEqual({
      handle: null,
      reason: "the disk is full.",
    });
    expect(readdirSync(new OutputPlaces(disk, cwd).directory)).toEqual([]);
    expect(await store.keep("fits", origin)).toMatchObject({ keptBytes: 4 });
  });
});

describe("retention", () => {
  const age = (file: string, days: number): void => {
    const at = Date.now() / 1_000 - days * 86_400;
    utimesSync(file, at, at);
  };

  it("removes old outputs in all workspaces, and their empty directories", async () => {
    const state = freshDirectory();
    const [store, other] = [storeIn(state), storeIn(state, { cwd: "/work/other" })];
    const [old, young] = [await store.keep("old", origin), await store.keep("young", origin)];
    const foreign = await other.keep("foreign", origin);
    age(store.fileOf(old), 8);
    age(store.fileOf(young), 6);
    age(other.fileOf(foreign), 8);
    await store.reap();
    expect(existsSync(store.fileOf(old))).toBe(false);
    expect(existsSync(store.fileOf(young))).toBe(true);
    expect(readdirSync(join(state, "outputs"))).toHaveLength(1);
  });

  it("removes the oldest when the total is too large", async () => {
    const state = freshDirectory();
    const store = storeIn(state, { maxTotalBytes: 2_500 });
    const kept: StoredOutput[] = [];
    for (const days of [3, 1, 2]) {
      const output = await store.keep("x".repeat(1_000), origin);
      age(store.fileOf(output), days);
      kept.push(output);
    }
    await store.reap();
    expect(kept.map((output) => existsSync(store.fileOf(output)))).toEqual([false, true, true]);
  });

  it("runs automatically after many outputs", async () => {
    const state = freshDirectory();
    const store = storeIn(state, { maxTotalBytes: 4_000 });
    for (let count = 0; count < 20; count += 1) await store.keep("x".repeat(1_000), origin);
    // One cleanup in progress, and one that sees everything.
    await store.reap();
    await store.reap();
    expect(readdirSync(new OutputPlaces(state, cwd).directory).length).toBeLessThanOrEqual(4);
  });

  it("skips outputs being written, and other files", async () => {
    const state = freshDirectory();
    const store = storeIn(state, { maxTotalBytes: 0, maxOutputBytes: 1_000_000, maxAgeMs: -1 });
    const { directory } = new OutputPlaces(state, cwd);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "notes.txt"), "somebody's");
    writeFileSync(join(state, "outputs", "12345678"), "somebody's");
    await store.reap();
    expect(readdirSync(directory)).toEqual(["notes.txt"]);
    expect(existsSync(join(state, "outputs", "12345678"))).toBe(true);
  });
});
