import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("move_path", () => {
  it("moves a file, itself, to where directories are made for it", async () => {
    const { call, root, bytes } = await openToolSession({ files: { "a.txt": "a" } });
    const { ino } = statSync(join(root, "a.txt"));
    const outcome = await call("move_path", { from: "a.txt", to: "new/deep/b.txt" });
    expect(textOf(outcome)).toBe("Moved 'a.txt' to 'new/deep/b.txt'.");
    expect(outcome.structured).toEqual({
      from: "a.txt",
      to: "new/deep/b.txt",
      kind: "file",
      entries: 0,
    });
    expect(outcome.effects).toMatchObject([
      { type: "delete", isDirectory: false },
      { type: "write", operation: "create" },
    ]);
    expect(bytes("new/deep/b.txt").toString()).toBe("a");
    expect(statSync(join(root, "new/deep/b.txt")).ino).toBe(ino);
    expect(existsSync(join(root, "a.txt"))).toBe(false);
  });

  it("moves a directory, and says of everything in it where it comes to", async () => {
    const { call, root, events } = await openToolSession({
      files: { "old/a.txt": "a", "old/deep/b.txt": "b" },
    });
    mkdirSync(join(root, "old/empty"));
    const outcome = await call("move_path", { from: "old", to: "new" });
    expect(textOf(outcome)).toBe("Moved 'old' to 'new' with 4 entries in it.");
    const paths = outcome.effects.map((effect) =>
      "path" in effect ? `${effect.type} ${effect.path.slice(root.length + 1)}` : effect.type,
    );
    expect(paths.toSorted()).toEqual([
      "delete old",
      "write new",
      "write new/a.txt",
      "write new/deep",
      "write new/deep/b.txt",
      "write new/empty",
    ]);
    expect(readdirSync(join(root, "new")).toSorted()).toEqual(["a.txt", "deep", "empty"]);
    expect(existsSync(join(root, "old"))).toBe(false);
    expect(events.find((event) => event.type === "invocation-prepared")).toMatchObject({
      summary: "Move old to new with 4 entries in it",
    });
  });

  it("moves a link itself", async () => {
    const { call, root } = await openToolSession({ files: { "src/a.ts": "a" } });
    symlinkSync("src", join(root, "link"));
    expect((await call("move_path", { from: "link", to: "other" })).error).toBeNull();
    expect(readlinkSync(join(root, "other"))).toBe("src");
    expect(readdirSync(join(root, "src"))).toEqual(["a.ts"]);
  });

  it("overwrites nothing, and tells how to move into a directory", async () => {
    const { call, root, bytes } = await openToolSession({
      files: { "a.txt": "a", "b.txt": "b", "d/c.txt": "c" },
    });
    symlinkSync("none", join(root, "dangling"));
    const failure = async (to: string): Promise<string> => {
      const { error } = await call("move_path", { from: "a.txt", to });
      expect(error?.code).toBe("file-changed");
      return error?.message ?? "";
    };
    expect(await failure("b.txt")).toContain("Choose another name");
    expect(await failure("d")).toContain("as 'd/name'");
    expect(await failure("dangling")).toContain("already exists");
    expect(await failure("a.txt")).toContain("already exists");
    expect(bytes("a.txt").toString()).toBe("a");
    expect(bytes("b.txt").toString()).toBe("b");
  });

  it("refuses to move the root, a directory into itself, and what isn't there", async () => {
    const { call, root } = await openToolSession({ files: { "d/a.txt": "a" } });
    expect((await call("move_path", { from: ".", to: "d/x" })).status).toBe("refused");
    expect((await call("move_path", { from: "d", to: "d/x/y" })).error?.code).toBe("input-invalid");
    const missing = await call("move_path", { from: "d/b.txt", to: "e" });
    expect(missing.error?.code).toBe("file-not-found");
    expect(missing.error?.message).toContain("a.txt");
    expect(readdirSync(root)).toEqual(["d"]);
  });

  it.each([
    ["out of the workspace", { from: "a.txt", to: "out/b.txt" }],
    ["into it", { from: "out/secret.txt", to: "b.txt" }],
  ])("moves nothing %s through a link", async (_what, input) => {
    const { call, root, outside, bytes } = await openToolSession({ files: { "a.txt": "a" } });
    writeFileSync(join(outside, "secret.txt"), "secret");
    symlinkSync(outside, join(root, "out"));
    expect((await call("move_path", input)).error?.code).toBe("path-outside-workspace");
    expect(bytes("a.txt").toString()).toBe("a");
    expect(readdirSync(outside).toSorted()).toEqual(["secret.txt", "ws"]);
  });

  it("is stopped by a rule about a single file that would come there, and only then", async () => {
    const files = { "from/keep.txt": "k", "from/deep/x.lock": "l", "other/a.txt": "a" };
    const { call, bytes } = await openToolSession({
      files,
      mode: "auto",
      rules: [{ deny: "write(vendor/lib/**)" }, { deny: "write(**/*.lock)" }],
    });
    const move = async (from: string, to: string): Promise<string> =>
      (await call("move_path", { from, to })).status;
    expect(await move("from", "to")).toBe("refused");
    expect(await move("other", "vendor/lib")).toBe("refused");
    expect(await move("other/a.txt", "vendor/lib")).toBe("refused");
    expect(await move("other", "vendor/lib-2")).toBe("ok");
    expect(bytes("from/deep/x.lock").toString()).toBe("l");
    expect(bytes("vendor/lib-2/a.txt").toString()).toBe("a");
  });

  it("doesn't take a file for a directory: rules below its new name don't matter", async () => {
    const { call, bytes } = await openToolSession({
      files: { "a.txt": "a" },
      rules: [{ deny: "write(new/private.txt)" }],
    });
    expect((await call("move_path", { from: "a.txt", to: "new" })).error).toBeNull();
    expect(bytes("new").toString()).toBe("a");
  });

  it("asks for secrets by name, going and coming, and for a closed directory as a whole", async () => {
    const { call, session, root } = await openToolSession({
      files: { "config/.env": "TOKEN=1", "config/.ssh/id_rsa": "key", "config/a.json": "{}" },
      mode: "auto",
    });
    const asked: string[] = [];
    session.approvals.watch({
      asked: ({ effects }) => {
        for (const effect of effects) {
          if (!("path" in effect)) continue;
          const below = "recursive" in effect && effect.recursive === true ? "/**" : "";
          asked.push(`${effect.type} ${effect.path.slice(root.length + 1)}${below}`);
        }
      },
    });
    expect((await call("move_path", { from: "config", to: "settings" })).status).toBe("ok");
    expect(asked.toSorted()).toEqual([
      "delete config/.env",
      "delete config/.ssh",
      "write settings/.env",
      "write settings/.ssh/**",
    ]);
  });

  it("refuses a directory of too many entries, with advice", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => [`many/f${index}`, ""]),
    );
    const { call, root } = await openToolSession({ files });
    const outcome = await call("move_path", { from: "many", to: "moved" });
    expect(outcome.error).toMatchObject({ code: "input-invalid" });
    expect(outcome.error?.message).toContain("more than 1,000 entries");
    expect(readdirSync(root)).toEqual(["many"]);
  });

  it("moves nothing when something comes into the directory while a person is asked", async () => {
    const { call, session, root } = await openToolSession({ files: { "d/a.txt": "a" } });
    session.approvals.watch({ asked: () => writeFileSync(join(root, "d/mine.txt"), "mine") });
    const outcome = await call("move_path", { from: "d", to: "e" });
    expect(outcome.error?.code).toBe("file-changed");
    expect(readdirSync(root)).toEqual(["d"]);
  });

  it("knows a file under its new name that was read under the old one", async () => {
    const { call, bytes } = await openToolSession({ files: { "a.txt": "one\n" } });
    await call("read_file", { path: "a.txt" });
    await call("move_path", { from: "a.txt", to: "b.txt" });
    const edit = { path: "b.txt", old_string: "one", new_string: "1" };
    expect((await call("edit_file", edit)).error).toBeNull();
    expect(bytes("b.txt").toString()).toBe("1\n");
  });
});

testToolContract("move_path", [
  { from: "README.md", to: "docs/READ.md" },
  { from: "src", to: "new/src" },
  { from: "link.txt", to: "link-2.txt" },
  { from: "README.md", to: "../outside/README.md" },
  { from: ".env", to: "env.txt" },
]);
