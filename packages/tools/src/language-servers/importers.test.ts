import { expect, test } from "vitest";
import { openWorkspace } from "@toolwright/workspace";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { changedWords, likelyBrokenFirst } from "./importers.ts";

test("the words of a change are those of lines that only one text has", () => {
  expect(changedWords("same\nlet old = 1", "same\nlet fresh = 1")).toEqual([
    "let",
    "old",
    "let",
    "fresh",
  ]);
  expect(changedWords(null, "alpha")).toEqual(["alpha"]);
});

test("files that import a changed one by its path come first, then those with its rare words", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "importers-")));
  const files = {
    "other/a.ts": 'import { x } from "./errors.ts";',
    "other/b.ts": 'import { messageOf } from "./errors.ts";',
    "src/c.ts": 'import { x } from "./errors.js";',
    "src/deep/d.ts": 'import { messageOf } from "../errors";',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const access = openWorkspace({ roots: [root] })
    .openSession("test")
    .openCall({ permit: () => true, isReadable: () => true, isRevoked: () => false });
  const ranked = await likelyBrokenFirst(
    Object.keys(files).map((path) => join(root, path)),
    { changed: [join(root, "src/errors.ts")], words: new Set(["messageOf", "import"]) },
    access,
  );
  expect(ranked.map((path) => path.slice(root.length + 1))).toEqual([
    "src/deep/d.ts",
    "src/c.ts",
    "other/b.ts",
    "other/a.ts",
  ]);
});
