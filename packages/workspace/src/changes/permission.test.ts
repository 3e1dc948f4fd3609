import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { freshDirectory, writeFiles } from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";

/** An arbitrary unprivileged user: root passes every permission check, so it can't test them. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

interface Answer {
  readonly result?: unknown;
  readonly code?: string;
  readonly message?: string;
}

/** A root that the unprivileged user owns, and files in it that only root may use. */
function protectedPlace(): string {
  const outside = freshDirectory();
  const root = join(outside, "ws");
  mkdirSync(root);
  writeFiles(root, {
    "own.txt": "own",
    "read-only.txt": "read-only",
    "unreadable.txt": "unreadable",
    "closed/a.txt": "closed",
    "passable/a.txt": "passable",
    "fixed/a.txt": "fixed",
  });
  chmodSync(outside, 0o755);
  for (const path of [root, join(root, "own.txt"), join(root, "read-only.txt")])
    chownSync(path, nobody, nobody);
  const modes = {
    "read-only.txt": 0o444,
    "unreadable.txt": 0o000,
    closed: 0o700,
    passable: 0o711,
    fixed: 0o755,
  };
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(root, path), mode);
  return root;
}

async function probe(...words: string[]): Promise<Answer> {
  return JSON.parse(
    await outputOf(startChild("probe.ts", { uid: nobody, arguments: words })),
  ) as Answer;
}

describe.skipIf(!isRoot || process.platform !== "linux")(
  "an unprivileged user (skipped unless root, who alone can become one)",
  () => {
    it.each([
      ["read", "unreadable.txt"],
      ["read", "closed/a.txt"],
      ["list", "closed"],
      ["list", "passable"],
      ["create", "closed/new.txt"],
      ["create", "fixed/new.txt"],
      ["create", "fixed/deep/new.txt"],
      ["replace", "fixed/a.txt"],
      ["replace", "read-only.txt"],
      ["replace", "unreadable.txt"],
      ["remove", "fixed/a.txt"],
      ["remove", "fixed"],
      ["move", "fixed/a.txt"],
    ])("is refused to %s %s, with a message, and nothing changes", async (operation, path) => {
      const root = protectedPlace();
      const before = treeOf(root);
      const { code, message } = await probe(root, operation, path, "to.txt");
      expect([code, message]).toEqual(["permission-denied", expect.stringContaining(path)]);
      expect(message).not.toContain(dirname(root));
      expect(treeOf(root)).toEqual(before);
    });

    it("can read through a directory that may only be traversed", async () => {
      const root = protectedPlace();
      expect(await probe(root, "read", "passable/a.txt")).toEqual({ result: "passable" });
    });

    it("can replace its own files, and becomes the owner of other files it may replace", async () => {
      const root = protectedPlace();
      expect(await probe(root, "replace", "own.txt", "new")).toHaveProperty("result");
      writeFiles(root, { "others.txt": "root's" });
      chmodSync(join(root, "others.txt"), 0o666);
      expect(await probe(root, "replace", "others.txt", "new")).toHaveProperty("result");
      expect(readFileSync(join(root, "others.txt"), "utf8")).toBe("new");
      expect(statSync(join(root, "others.txt"))).toMatchObject({ uid: nobody });
      expect(statSync(join(root, "others.txt")).mode & 0o777).toBe(0o666);
    });
  },
);
