import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));

let folder: string;
let cwd: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "undo-")));
  cwd = join(folder, "work");
  for (const directory of ["home", "work"]) mkdirSync(join(folder, directory));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing of the machine's own configuration reaches a test, and no command its home. */
function environment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
    LANG: "C.UTF-8",
  };
}

function toolwright(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd,
    env: environment(),
    input: "",
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

/** Every byte, mode, link and directory but for those of `.git`. */
function tree(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (relative: string): void => {
    for (const name of readdirSync(join(cwd, relative))) {
      const path = join(relative, name);
      if (path === ".git") continue;
      const stats = lstatSync(join(cwd, path));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(cwd, path))}`;
      else if (stats.isDirectory()) {
        found[path] = `directory ${mode}`;
        visit(path);
      } else found[path] = `${mode} ${readFileSync(join(cwd, path), "latin1")}`;
    }
  };
  visit("");
  return found;
}

describe("toolwright undo and redo", { timeout: 180_000 }, () => {
  it("take back what files, patches and commands did, each and all, to the byte", () => {
    write("src/a.txt", "alpha\r\nbeta\n");
    write("src/b.sh", "echo b\n");
    chmodSync(join(cwd, "src/b.sh"), 0o750);
    write(
      "build.mjs",
      'import { cpSync } from "node:fs";\ncpSync("src", "out", { recursive: true });\n',
    );
    write(".gitattributes", "* text=auto eol=crlf\n");
    execFileSync("git", ["init", "-q"], { cwd, env: environment() });
    execFileSync("git", ["add", "src"], { cwd, env: environment() });
    const command = (text: string) => ["run_command", `command=${text}`];
    const calls: readonly (readonly string[])[] = [
      ["write_file", "path=new/deep/c.txt", "content=gamma"],
      command("npm init -y"),
      ["git", "args=mv", "args=src/a.txt", "args=src/moved.txt"],
      command("sed -i s/echo/printf/ src/b.sh"),
      command("node build.mjs"),
      command("rm -rf src && ln -s out src"),
      ["delete_path", "path=out", "recursive=true"],
    ];
    const trees = [tree()];
    for (const words of calls) {
      const { status, stderr, stdout } = toolwright("call", ...words, "--yes");
      expect({ words, status, stderr, stdout }).toMatchObject({ status: 0 });
      trees.push(tree());
      expect(trees.at(-1)).not.toEqual(trees.at(-2));
    }
    for (const before of trees.slice(0, -1).toReversed()) {
      const { status, stderr } = toolwright("undo");
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(tree()).toEqual(before);
    }
    expect(toolwright("undo")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Nothing is left to undo"),
    });
    for (const after of trees.slice(1)) {
      expect(toolwright("redo").status).toBe(0);
      expect(tree()).toEqual(after);
    }
    expect(toolwright("redo").status).toBe(1);
    const entries = toolwright("journal", "--json", "--limit", "100")
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly id: number; readonly kind: string });
    const first = entries.findLast(({ kind }) => kind === "call");
    expect(toolwright("undo", "--to", String(first?.id)).status).toBe(0);
    expect(tree()).toEqual(trees[1]);
    expect(toolwright("redo").status).toBe(0);
    expect(tree()).toEqual(trees.at(-1));
  });

  it("refuse where somebody changed a file since, show how, and force keeps that version", () => {
    write("a.txt", "one\n");
    toolwright("call", "run_command", "command=sed -i s/one/two/ a.txt", "--yes");
    appendFileSync(join(cwd, "a.txt"), "theirs\n");
    const refused = toolwright("undo");
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toContain("a.txt");
    expect(refused.stderr).toMatch(/\+ theirs/);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("two\ntheirs\n");
    const dry = toolwright("undo", "--force", "--dry-run", "--json");
    expect(JSON.parse(dry.stdout)).toMatchObject({ outcome: "done", entry: null });
    expect(toolwright("undo", "--force").status).toBe(0);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\n");
    expect(toolwright("redo").status).toBe(0);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("two\ntheirs\n");
  });

  it("show no secret of a file that somebody changed since", () => {
    const content = "API_TOKEN=sk-live-0123456789abcdef0123\nA=1\n";
    expect(
      toolwright("call", "write_file", "path=.env", `content=${content}`, "--yes").status,
    ).toBe(0);
    appendFileSync(join(cwd, ".env"), "B=3\n");
    const { status, stderr } = toolwright("undo");
    expect(status).toBe(1);
    expect(stderr).toContain("+ B=3");
    expect(stderr).not.toContain("0123456789abcdef");
  });

  it("end with a usage error for what can't be a target", () => {
    expect(toolwright("undo", "zero")).toMatchObject({ status: 2 });
    expect(toolwright("undo", "1", "--call", "x")).toMatchObject({ status: 2 });
    expect(toolwright("undo", "7")).toMatchObject({ status: 1 });
  });
});
