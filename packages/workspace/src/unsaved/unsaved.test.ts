import { readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceAccess } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import {
  failureOf,
  freshDirectory,
  openCall,
  type Rights,
  writeFiles,
} from "../fixtures/temporary-workspace.ts";
import { openWorkspace } from "../open-workspace.ts";

interface EditorWorld {
  readonly root: string;
  /** The texts of the editor, by path. */
  readonly texts: Map<string, string>;
  readonly asked: string[];
  readonly workspace: ReturnType<typeof openWorkspace>;
  readonly call: (rights?: Rights) => WorkspaceAccess;
  /** Changes a file on the disk, as if it was some time ago. */
  readonly put: (path: string, content: string | Buffer) => void;
}

const readOnly: Rights = { permit: (operation) => operation === "read" || operation === "inspect" };

function editorWorld(files: Readonly<Record<string, string | Buffer>>): EditorWorld {
  const root = freshDirectory();
  const texts = new Map<string, string>();
  const asked: string[] = [];
  const workspace = openWorkspace({
    roots: [root],
    unsaved: {
      async read(path) {
        asked.push(path);
        return texts.get(path) ?? null;
      },
    },
  });
  const put = (path: string, content: string | Buffer): void => {
    writeFiles(root, { [path]: content });
    utimesSync(join(root, path), 1_000, 1_000);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  return {
    root,
    texts,
    asked,
    workspace,
    put,
    call: (rights = readOnly) => openCall(workspace, rights),
  };
}

async function textOf(access: WorkspaceAccess, path: string): Promise<string> {
  return Buffer.from((await access.read(path)).bytes).toString();
}

describe("a file with unsaved text in an editor", () => {
  it("is read as the editor shows it, whole or in parts, under one version", async () => {
    const { root, texts, workspace, call } = editorWorld({ "a.txt": "on disk\n" });
    texts.set(join(root, "a.txt"), "in the editor\n");
    const access = call();
    const { bytes, version } = await access.read("a.txt");
    expect(Buffer.from(bytes).toString()).toBe("in the editor\n");
    expect(await access.version("a.txt")).toBe(version);
    expect(await workspace.version(await workspace.resolve("a.txt"))).toBe(version);
    const file = await access.open("a.txt");
    const part = Buffer.alloc(6);
    expect([await file.read(part, 7), part.toString(), file.size]).toEqual([6, "editor", 14]);
    expect([await file.read(part, 100), await file.version()]).toEqual([0, version]);
    expect((await failureOf(() => access.read("a.txt", { maxBytes: 5 }))).code).toBe(
      "file-too-large",
    );
  });

  it("is changed by no call, and stays as it is on the disk", async () => {
    const { root, texts, call } = editorWorld({ "a.txt": "on disk\n" });
    const path = join(root, "a.txt");
    const all = call({});
    const { version } = await all.read("a.txt");
    texts.set(path, "typed meanwhile\n");
    const bytes = Buffer.from("new\n");
    const change = { type: "write", path: "a.txt", bytes, replaces: version } as const;
    for (const attempt of [
      () => all.read("a.txt"),
      () => all.open("a.txt"),
      () => all.version("a.txt"),
      () => all.write("a.txt", bytes, { replaces: version }),
      () => all.apply([change]),
    ]) {
      const failure = await failureOf(attempt);
      expect(failure.code).toBe("file-changed");
      expect(failure.message).toContain("not saved");
    }
    expect(readFileSync(path, "utf8")).toBe("on disk\n");
  });

  it.each([
    ["line ends", "a\r\nb\r\n", "a\nb\n"],
    ["a missing final line end", "a\nb\n", "a\nb"],
    ["a mark at the beginning", "\uFEFFa\n", "a\n"],
    ["an answer for a file that isn't open", "a\n", ""],
  ])("counts as saved when only this differs: %s", async (_, disk, text) => {
    const { root, texts, call } = editorWorld({ "a.txt": disk });
    texts.set(join(root, "a.txt"), text);
    expect(await textOf(call({}), "a.txt")).toBe(disk);
  });

  it("keeps the file's line ends and mark", async () => {
    const { root, texts, call } = editorWorld({ "a.txt": "\uFEFFa\r\nb\r\n" });
    texts.set(join(root, "a.txt"), "a\nc");
    expect(await textOf(call(), "a.txt")).toBe("\uFEFFa\r\nc\r\n");
  });
});

describe("an editor that hasn't read the newer file yet", () => {
  it("is not believed when the file has just changed", async () => {
    const { root, texts, call } = editorWorld({ "a.txt": "old\n" });
    texts.set(join(root, "a.txt"), "old\n");
    writeFileSync(join(root, "a.txt"), "new\n");
    expect(await textOf(call({}), "a.txt")).toBe("new\n");
  });

  it("is not believed when it shows what was on the disk before", async () => {
    const { root, texts, call, put } = editorWorld({ "a.txt": "old\n" });
    texts.set(join(root, "a.txt"), "old\n");
    expect(await textOf(call({}), "a.txt")).toBe("old\n");
    put("a.txt", "new\n");
    expect(await textOf(call({}), "a.txt")).toBe("new\n");
  });
});

describe("an editor", () => {
  it("isn't asked about what a call may not read, nor about files outside or that don't exist", async () => {
    const { root, asked, call } = editorWorld({ "a.txt": "a\n" });
    const outside = join(freshDirectory(), "b.txt");
    writeFileSync(outside, "b\n");
    utimesSync(outside, 1_000, 1_000);
    await failureOf(() => call({ permit: () => false }).read("a.txt"));
    await failureOf(() => call().read("missing.txt"));
    await call({ permit: () => true }).read(outside);
    expect(asked).toEqual([]);
    symlinkSync("a.txt", join(root, "link.txt"));
    await call().read("link.txt");
    expect(asked).toEqual([join(root, "a.txt")]);
  });

  it.each([
    ["binary files", Buffer.from([1, 0, 2, 0, 0])],
    ["long files", "x".repeat(1024 * 1024 + 1)],
  ])("isn't believed about %s", async (_, content) => {
    const { root, texts, call } = editorWorld({ "a.bin": content });
    texts.set(join(root, "a.bin"), "text\n");
    const { bytes } = await call({}).read("a.bin");
    expect(Buffer.from(bytes).equals(Buffer.from(content))).toBe(true);
  });

  it("isn't asked any more when the call is over", async () => {
    const { root, texts, call } = editorWorld({ "a.txt": "a\n" });
    texts.set(join(root, "a.txt"), "b\n");
    let isRevoked = false;
    const access = call({ ...readOnly, isRevoked: () => isRevoked });
    const file = await access.open("a.txt");
    isRevoked = true;
    expect((await failureOf(() => file.read(Buffer.alloc(1), 0))).code).toBe("cancelled");
    expect((await failureOf(() => access.read("a.txt"))).code).toBe("cancelled");
  });
});
