import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Outcome } from "@toolwright/core";
import { defaultSandbox } from "@toolwright/sandbox";
import { openWorkspace } from "@toolwright/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { openToolwright } from "./open-toolwright.ts";
import type { ToolwrightOptions } from "./options.ts";
import type { Toolwright } from "./toolwright.ts";

interface ViewWorld {
  readonly folder: string;
  readonly root: string;
  readonly view: string;
  readonly notices: readonly string[];
  /** Opens a session whose root stands in `view`; approves of everything but more room in the sandbox. */
  readonly open: (settings?: ToolwrightOptions["settings"]) => Promise<Toolwright>;
}

const files = { "a.txt": "needle\n", "sub/b.txt": "b\n", ".env": "TOKEN=real-secret-4711\n" };

/** A root, and a copy of it with other contents that stands for it. */
function world(): ViewWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-view-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "work");
  const view = join(folder, "copy");
  const home = join(folder, "home");
  const notices: string[] = [];
  mkdirSync(home);
  for (const [directory, kind] of [
    [root, "real"],
    [view, "viewed"],
  ] as const) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text.replace(/^/, `${kind} `).replace("real-", kind));
    }
  }
  return {
    folder,
    root,
    view,
    notices,
    async open(settings = false) {
      const toolwright = await openToolwright({
        workspace: openWorkspace({ roots: [root], views: { [root]: view } }),
        environment: { HOME: home, PATH: process.env["PATH"] },
        administratorFile: join(folder, "etc", "settings.json"),
        settings,
        onNotice: (notice) => void notices.push(notice),
        approver: ({ summary }) => ({
          outcome: summary.startsWith("The sandbox refused") ? "reject" : "once",
        }),
      });
      onTestFinished(() => toolwright.close());
      return toolwright;
    },
  };
}

async function call({ session }: Toolwright, name: string, input: object): Promise<Outcome> {
  return session.call({ name, input }).outcome;
}

function textOf({ content }: Outcome): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Contents by path. */
function contentsOf(directory: string): Readonly<Record<string, string>> {
  const found = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

describe("a session whose root stands in a view", () => {
  it("searches, lists and changes the view's files under the root's names", async () => {
    const { root, view, open } = world();
    const [before, viewBefore] = [contentsOf(root), contentsOf(view)];
    const toolwright = await open();
    expect(textOf(await call(toolwright, "read_file", { path: join(root, "a.txt") }))).toContain(
      "viewed needle",
    );
    const found = textOf(await call(toolwright, "search_text", { pattern: "needle" }));
    expect(found).toContain("viewed needle");
    expect(found).not.toContain("real");
    writeFileSync(join(view, "only-in-view.txt"), "x");
    writeFileSync(join(root, "only-in-root.txt"), "x");
    const names = textOf(await call(toolwright, "find_files", { pattern: "*.txt" }));
    expect(names).toContain("only-in-view.txt");
    expect(names).not.toContain("only-in-root.txt");
    rmSync(join(root, "only-in-root.txt"));
    rmSync(join(view, "only-in-view.txt"));
    const written = await call(toolwright, "write_file", { path: "new.txt", content: "new\n" });
    expect(written).toMatchObject({
      status: "ok",
      effects: [expect.objectContaining({ type: "write", path: join(root, "new.txt") })],
    });
    expect(readFileSync(join(view, "new.txt"), "utf8")).toBe("new\n");
    expect(JSON.stringify(await toolwright.journal.entries({}))).not.toContain(view);
    expect(await toolwright.undo()).toMatchObject({ outcome: "done" });
    expect(contentsOf(view)).toEqual(viewBefore);
    expect(contentsOf(root)).toEqual(before);
  });

  it("starts no command without a sandbox", async () => {
    const { root, view, folder, open } = world();
    const before = contentsOf(folder);
    const toolwright = await open({ shell: { sandbox: "off" } });
    for (const cwd of [".", root, view, "/"]) {
      const outcome = await call(toolwright, "run_command", {
        command: `echo changed > ${join(root, "a.txt")}`,
        cwd,
      });
      expect(outcome.status).not.toBe("ok");
      if (cwd === ".") expect(textOf(outcome)).toContain("a view stands for a root");
    }
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe(before[join(root, "a.txt")]);
  });

  it("starts no MCP server, as servers run without a sandbox", async () => {
    const { root, view, notices, open } = world();
    const toolwright = await open({
      mcpServers: { evil: { command: "sh", args: ["-c", `touch ${root}/started; sleep 60`] } },
    });
    expect(await call(toolwright, "mcp__evil__tool", {})).not.toMatchObject({ status: "ok" });
    await expect
      .poll(() => notices.join("\n"), { timeout: 15_000 })
      .toContain("a view stands for a root");
    expect([root, view].map((directory) => existsSync(join(directory, "started")))).toEqual([
      false,
      false,
    ]);
  });

  it.skipIf(!availability.ok)(`shows commands the view in the root's place${reason}`, async () => {
    const { root, view, open } = world();
    const [before, viewBefore] = [contentsOf(root), contentsOf(view)];
    const toolwright = await open();
    const run = async (command: string): Promise<string> =>
      textOf(await call(toolwright, "run_command", { command }));
    expect(await run("pwd; cat a.txt")).toMatch(new RegExp(`^${root}\nviewed needle`));
    expect(await run(`sh -c 'cat ${root}/a.txt > made.txt; mkdir d; rm sub/b.txt'`)).toContain(
      "exit status 0",
    );
    expect(readFileSync(join(view, "made.txt"), "utf8")).toBe("viewed needle\n");
    // A directory that only the view has.
    const inside = { command: "pwd", cwd: "d" };
    expect(textOf(await call(toolwright, "run_command", inside))).toContain(join(root, "d"));
    expect(await toolwright.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(join(view, "d"))).toBe(false);
    expect(contentsOf(view)).toEqual(viewBefore);
    expect(contentsOf(root)).toEqual(before);
  });

  it.skipIf(!availability.ok)(`keeps commands to it as to a root${reason}`, async () => {
    const { root, view, folder, open } = world();
    mkdirSync(join(view, ".git/hooks"), { recursive: true });
    writeFileSync(join(view, ".git/config"), "[core]\n");
    writeFileSync(join(view, "only.env"), "");
    writeFileSync(join(view, ".env.local"), "LOCAL=viewed-only-4712\n");
    symlinkSync(join(root, "a.txt"), join(view, "link"));
    const before = contentsOf(root);
    const toolwright = await open();
    const run = async (code: string): Promise<string> =>
      textOf(await call(toolwright, "run_command", { command: `node -e ${JSON.stringify(code)}` }));
    const show = (path: string): string =>
      `try{console.log(fs.readFileSync('${path}')+'')}catch(e){console.log(e.code)}`;
    // Masked by name, whichever of the two directories has it, and by every path.
    for (const path of [".env", ".env.local", join(view, ".env"), join(view, ".env.local")]) {
      const shown = await run(show(path));
      expect(`${path}: ${shown}`).not.toMatch(/4711|4712/);
      expect(`${path}: ${shown}`).toMatch(/EACCES|ENOENT/);
    }
    // A link by the root's name leads into the view: nothing of the real root is to be had.
    expect(await run(show("link"))).toContain("viewed needle");
    expect(await run(show(join(view, "a.txt")))).toContain("ENOENT");
    await run("fs.writeFileSync('.git/hooks/pre-commit', 'evil')");
    await run("fs.appendFileSync('.git/config', 'evil')");
    await run("fs.writeFileSync('.mcp.json', '{}')");
    await run(`fs.writeFileSync('${join(view, "outside.txt")}', '')`);
    await run(`fs.rmSync('${root}', { recursive: true, force: true })`);
    expect(existsSync(join(view, ".git/hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(view, ".git/config"), "utf8")).toBe("[core]\n");
    expect(existsSync(join(view, ".mcp.json"))).toBe(false);
    expect(existsSync(join(view, "outside.txt"))).toBe(false);
    expect(contentsOf(root)).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual(["copy", "home", "work"]);
  });
});
