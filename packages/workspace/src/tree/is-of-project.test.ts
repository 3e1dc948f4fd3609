import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isOfProject } from "./is-of-project.ts";

function project(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test.each([
  ["src/deep", true],
  ["", true],
  ["build/out", false],
  ["src/generated", false],
  ["node_modules/x", false],
  ["packages/a/node_modules/x", false],
  ["vendor/lib", false],
  ["vendor/lib/src", false],
  ["vendor", true],
  [".git/hooks", false],
  ["..", false],
])("says of '%s' whether it is the project's own: %s", (path, isOwn) => {
  const root = project({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": "build/\n",
    "src/.gitignore": "generated\n",
    "vendor/lib/.git": "gitdir: ../../.git/modules/lib\n",
    "src/deep/a.ts": "",
  });
  expect(isOfProject(root, join(root, path))).toBe(isOwn);
});

test("is false where an ignore file can't be read", () => {
  const root = project({ "src/a.ts": "" });
  symlinkSync("/etc/hostname", join(root, ".gitignore"));
  expect(isOfProject(root, join(root, "src"))).toBe(false);
});
