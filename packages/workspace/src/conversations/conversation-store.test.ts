import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChild } from "../fixtures/run-child.ts";
import { failureOf, freshDirectory } from "../fixtures/temporary-workspace.ts";
import { tinyDisk } from "../fixtures/tiny-disk.ts";
import { ConversationStore, type ConversationStoreOptions } from "./conversation-store.ts";

const isWindows = process.platform === "win32";

function storeIn(
  stateDirectory: string,
  options: Partial<ConversationStoreOptions> = {},
): ConversationStore {
  return new ConversationStore({ stateDirectory, workspace: "/home/me/project", ...options });
}

/** A store with a conversation of these lines, and the path of its file. */
function stored(...lines: readonly string[]): {
  readonly state: string;
  readonly store: ConversationStore;
  readonly path: string;
} {
  const state = freshDirectory();
  const store = storeIn(state);
  using conversation = store.create("a-1");
  for (const line of lines) conversation.append(line);
  return { state, store, path: join(store.directory, "a-1.jsonl") };
}

describe("stored conversations", () => {
  it("are read back, and continued", () => {
    const { store } = stored('{"n":1}', '{"n":2}');
    {
      using again = store.open("a-1");
      expect(again.lines).toEqual(['{"n":1}', '{"n":2}']);
      again.append('{"n":3}');
    }
    expect(store.read("a-1")).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  });

  it.skipIf(isWindows)("can be read by their user alone", () => {
    const { path } = stored("{}");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it("create nothing before the first one begins, nor for an unknown id", async () => {
    const state = freshDirectory();
    const store = storeIn(state);
    expect(store.list()).toEqual([]);
    expect(await failureOf(() => store.open("none"))).toMatchObject({ code: "missing" });
    expect(store.isInUse("none")).toBe(false);
    expect(readdirSync(state)).toEqual([]);
  });

  it("are listed with the latest first, and only those of the workspace", () => {
    const { state, store, path } = stored("{}");
    utimesSync(path, 1_000, 1_000);
    store.create("b")[Symbol.dispose]();
    storeIn(state, { workspace: "/home/me/other" }).create("c")[Symbol.dispose]();
    writeFileSync(join(store.directory, "not one.jsonl"), "");
    mkdirSync(join(store.directory, "directory.jsonl"));
    expect(store.list().map(({ id }) => id)).toEqual(["b", "a-1"]);
    expect(store.list()[1]?.updatedAtMs).toBe(1_000_000);
  });

  it("are not those of another workspace, even when a file was copied", async () => {
    const { state, path } = stored("{}");
    const other = storeIn(state, { workspace: "/home/me/other" });
    expect(await failureOf(() => other.read("a-1"))).toMatchObject({ code: "missing" });
    mkdirSync(other.directory, { recursive: true });
    writeFileSync(join(other.directory, "a-1.jsonl"), readFileSync(path));
    expect(await failureOf(() => other.open("a-1"))).toMatchObject({ code: "damaged" });
  });

  it.each(["../a-1", "a/b", "", ".", "..", "a\0b", "a b", "-a", "a-", "a".repeat(101), "ä"])(
    "are never looked up under an id that is no name: %j",
    async (id) => {
      const { store, state } = stored("{}");
      writeFileSync(join(state, "conversations", "a-1.jsonl"), "outside");
      for (const act of ["open", "read", "create", "remove"] as const) {
        expect(await failureOf(() => store[act](id))).toMatchObject({ code: "missing" });
      }
    },
  );

  it("lose only the line that a kill has cut", () => {
    const { store, path } = stored('{"n":1}', '{"n":2}');
    truncateSync(path, statSync(path).size - 3);
    expect(store.read("a-1")).toEqual(['{"n":1}']);
    using again = store.open("a-1");
    again.append('{"m":1}');
    expect(store.read("a-1")).toEqual(['{"n":1}', '{"m":1}']);
  });

  it.each([
    ["damaged", "", "an empty file"],
    ["damaged", "no JSON\n", "no head"],
    ["damaged", '{"conversation":1,"id":"b","workspace":"/home/me/project"}\n', "another id"],
    ["newer", '{"conversation":2}\n', "a newer version"],
  ])("are %s when the file is or has: %3$s", async (code, content) => {
    const { store, path } = stored("{}");
    writeFileSync(path, content);
    expect(await failureOf(() => store.open("a-1"))).toMatchObject({ code });
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it.skipIf(isWindows)("are never links", async () => {
    const { store, path } = stored("{}");
    symlinkSync(path, join(store.directory, "b.jsonl"));
    expect(store.list().map(({ id }) => id)).toEqual(["a-1"]);
    expect((await failureOf(() => store.open("b"))).code).toBe("unavailable");
    expect((await failureOf(() => store.create("b"))).code).toBe("unavailable");
  });

  it("are deleted with all their files", async () => {
    const { store } = stored("{}");
    store.remove("a-1");
    expect(readdirSync(store.directory)).toEqual([]);
    expect(await failureOf(() => store.remove("a-1"))).toMatchObject({ code: "missing" });
  });

  it("are deleted when they are too old or too large together, but not while they are in use", () => {
    const { state, store, path } = stored("x".repeat(1_000));
    using held = store.create("held");
    held.append("x".repeat(1_000));
    for (const file of [path, join(store.directory, "held.jsonl")]) utimesSync(file, 1_000, 1_000);
    const old = { now: () => 3_000_000, retention: { maxAgeMs: 1_000_000 } };
    storeIn(state, old).create("b")[Symbol.dispose]();
    expect(store.list().map(({ id }) => id)).toEqual(["b", "held"]);
    utimesSync(join(store.directory, "b.jsonl"), 2_000, 2_000);
    storeIn(state, { retention: { maxBytes: 100 } })
      .create("c")
      [Symbol.dispose]();
    expect(store.list().map(({ id }) => id)).toEqual(["c", "held"]);
  });
});

describe("a conversation in use", () => {
  it("can't be opened twice in one process, nor removed", async () => {
    const { store } = stored("{}");
    using first = store.open("a-1");
    for (const act of ["open", "remove"] as const) {
      expect(await failureOf(() => store[act]("a-1"))).toMatchObject({ code: "in-use" });
    }
    expect(store.isInUse("a-1")).toBe(true);
    first.append("{}");
    expect(store.read("a-1")).toHaveLength(2);
  });

  it("can't be opened by another process until the first is killed", async () => {
    const { state, store } = stored("{}");
    const child = startChild("hold-conversation.ts", {
      arguments: [state, "/home/me/project", "a-1"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    expect(await firstOutputOf(child)).toBe("held\n");
    expect(await failureOf(() => store.open("a-1"))).toMatchObject({ code: "in-use" });
    child.kill("SIGKILL");
    await new Promise((resolve) => void child.once("exit", resolve));
    using again = store.open("a-1");
    expect(again.lines).toEqual(["{}", '{"from":"another process"}']);
  });
});

it("stays locked for others while its own process looks at it", async () => {
  const { state, store } = stored("{}");
  using held = store.open("a-1");
  expect(store.isInUse("a-1")).toBe(true);
  expect((await failureOf(() => store.open("a-1"))).code).toBe("in-use");
  const child = startChild("hold-conversation.ts", {
    arguments: [state, "/home/me/project", "a-1"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await firstOutputOf(child)).toBe("in-use\n");
  held.append("{}");
});

function firstOutputOf(child: ReturnType<typeof startChild>): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
}

describe("a full disk", () => {
  it("is named, loses nothing, and takes the line again when there is space", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const store = storeIn(disk);
    using conversation = store.create("a-1");
    conversation.append('{"n":1}');
    const filler = join(disk, "filler");
    const failure = await failureOf(() => conversation.append("x".repeat(400_000)));
    expect(failure).toMatchObject({ code: "full" });
    expect(failure.message).toContain(store.directory);
    expect(store.read("a-1")).toEqual(['{"n":1}']);
    expect(() => appendFileSync(filler, Buffer.alloc(400_000))).toThrow("ENOSPC");
    truncateSync(filler, 0);
    conversation.append('{"n":2}');
    expect(store.read("a-1")).toEqual(['{"n":1}', '{"n":2}']);
  });

  it("leaves no conversation that could not begin", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const store = storeIn(disk);
    store.create("a-1")[Symbol.dispose]();
    const filler = join(disk, "filler");
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(4_096));
    }).toThrow("ENOSPC");
    expect(await failureOf(() => store.create("b"))).toMatchObject({ code: "full" });
    rmSync(filler);
    store.create("b")[Symbol.dispose]();
    expect(store.read("b")).toEqual([]);
  });

  it("is told from a state directory that is a file", async () => {
    const state = join(freshDirectory(), "state");
    writeFileSync(state, "");
    const failure = await failureOf(() => storeIn(state).create("a"));
    expect(failure).toMatchObject({ code: "unavailable" });
    expect(failure.message).toContain("XDG_STATE_HOME");
  });
});
