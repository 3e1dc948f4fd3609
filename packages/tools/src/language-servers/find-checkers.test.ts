import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CheckerFinder, type ServerSettings } from "./find-checkers.ts";

interface Place {
  readonly wordsOf: (path: string) => string | undefined;
  readonly idsIn: (path: string) => readonly string[];
  readonly folderOf: (path: string) => string | undefined;
}

/** A workspace with these files; those in `bin` folders are programs, and `path/bin` is on the PATH. */
function open(
  files: readonly string[],
  settings: Readonly<Record<string, ServerSettings>> = {},
  versions: Readonly<Record<string, string>> = {},
): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "checkers-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "ws");
  mkdirSync(root);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (/\.?bin\/[^/]+$/.test(path)) chmodSync(path, 0o755);
  };
  for (const path of files) put(join(path.startsWith("path/") ? folder : root, path), "");
  for (const [path, version] of Object.entries(versions)) {
    put(join(root, path), JSON.stringify({ version }));
  }
  const environment = {
    names: () => ["PATH"],
    get: (name: string) => (name === "PATH" ? `${join(folder, "path/bin")}:` : undefined),
  };
  const finder = new CheckerFinder({ roots: [root], environment, settings });
  const at = (path: string) => ({ realPath: join(root, path), root });
  return {
    wordsOf: (path) => finder.ofFile(at(path))?.run.words.join(" "),
    idsIn: (path) => finder.ofFolder(at(path)).map(({ id }) => id),
    folderOf: (path) => finder.ofFile(at(path))?.folder.slice(root.length),
  };
}

const tsc = "node_modules/.bin/tsc";

test("TypeScript's own server is the one of the project, from version 7 on", () => {
  const version = (text: string) => ({ "node_modules/typescript/package.json": text });
  const seven = open([tsc, "tsconfig.json"], {}, version("7.0.2"));
  expect(seven.wordsOf("src/a.ts")).toBe("node_modules/.bin/tsc --lsp --stdio");
  const five = open([tsc, "tsconfig.json"], {}, version("5.9.3"));
  expect(five.wordsOf("src/a.ts")).toBe("node_modules/.bin/tsc --noEmit --pretty false");
  const both = open([tsc, "node_modules/.bin/typescript-language-server"], {}, version("5.9.3"));
  expect(both.wordsOf("a.ts")).toBe("node_modules/.bin/typescript-language-server --stdio");
});

test("a program of the nearest folder comes first, and one of the project before one on the PATH", () => {
  const { wordsOf } = open([
    "path/bin/pyright-langserver",
    "path/bin/gopls",
    ".venv/bin/pyright-langserver",
    "sub/.venv/bin/pyright-langserver",
  ]);
  expect(wordsOf("a.py")).toBe(".venv/bin/pyright-langserver --stdio");
  expect(wordsOf("sub/deep/a.py")).toBe("sub/.venv/bin/pyright-langserver --stdio");
  expect(wordsOf("a.go")).toBe("gopls");
  expect(wordsOf("a.rs")).toBeUndefined();
});

test("a server that needs its project's folder starts there", () => {
  const { folderOf } = open(["path/bin/gopls", "a/go.mod", "a/b/go.mod"]);
  expect(folderOf("a/b/x.go")).toBe("/a");
  expect(folderOf("x.go")).toBe("");
});

test("a folder has the checkers of the projects that it belongs to", () => {
  const { idsIn } = open([
    "tsconfig.json",
    "pyproject.toml",
    "path/bin/gopls",
    "path/bin/pyright-langserver",
    "path/bin/eslint",
    "node_modules/.bin/tsc",
  ]);
  expect(idsIn("src")).toEqual(["pyright", "tsc"]);
  expect(open([]).idsIn(".")).toEqual([]);
});

test("settings add servers, change known ones and turn them off", () => {
  const { wordsOf } = open(["path/bin/vue", "path/bin/pyright-langserver", "path/bin/other"], {
    vue: { command: "vue", args: ["--stdio"], extensions: [".vue"] },
    pyright: { enabled: false },
    missing: { command: "missing", extensions: [".x"] },
    named: { command: "../path/bin/other", extensions: [".y"] },
    typescript: { command: "other" },
  });
  expect(wordsOf("a.vue")).toBe("vue --stdio");
  expect(wordsOf("a.py")).toBeUndefined();
  expect(wordsOf("a.x")).toBeUndefined();
  expect(wordsOf("a.y")).toBe("../path/bin/other");
  expect(wordsOf("a.ts")).toBe("other");
});
