import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

interface Scene extends ToolSession {
  readonly asked: string[];
  readonly shell: (command: string) => Promise<string>;
}

async function open(files: Record<string, string> = {}, widens = true): Promise<Scene> {
  const opened = await openToolSession({
    files,
    isConfined: true,
    answer: ({ summary }) =>
      summary.startsWith("The sandbox refused") && !widens
        ? { outcome: "reject" }
        : { outcome: "once" },
  });
  const asked: string[] = [];
  opened.session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
  const shell = async (command: string): Promise<string> =>
    textOf(await opened.call("run_command", { command }));
  return { ...opened, asked, shell };
}

describe.skipIf(!availability.ok)(`a confined command${reason}`, () => {
  it("works in the workspace as ever", async () => {
    const { shell, root } = await open({ "a.txt": "a\n" });
    expect(await shell("cat a.txt && sh -c 'cat a.txt > b.txt' && cat b.txt")).toContain("a\na\n");
    expect(readFileSync(join(root, "b.txt"), "utf8")).toBe("a\n");
  });

  it("neither sees nor changes what it wasn't granted, whatever was approved of it", async () => {
    const { shell, root, home } = await open({ ".env": "SECRET=1\n", "a.txt": "a\n" }, false);
    mkdirSync(join(home, "private"));
    writeFileSync(join(home, "private/diary"), "dear diary\n");
    // A program that nobody knows, approved: what it does shows when it does it.
    const run = (code: string): Promise<string> => shell(`node -e ${JSON.stringify(code)}`);
    expect(await run("console.log(require('fs').readFileSync('.env') + '')")).not.toContain(
      "SECRET",
    );
    expect(
      await run(`console.log(require('fs').readFileSync('${home}/private/diary') + '')`),
    ).not.toContain("dear diary");
    await run("require('fs').mkdirSync('.git/hooks', { recursive: true })");
    await run("require('fs').writeFileSync('.mcp.json', '{}')");
    expect(existsSync(join(root, ".git"))).toBe(false);
    expect(existsSync(join(root, ".mcp.json"))).toBe(false);
  });

  it("changes nothing when it is only known to read", async () => {
    const { shell, asked } = await open({ "a.txt": "a\n" });
    expect(await shell("cat a.txt; touch /tmp/x 2>/dev/null; ls -d /tmp")).toContain("a\n/tmp");
    expect(asked).toHaveLength(1);
    expect(await shell("cat a.txt")).toBe("a\n\n(exit status 0)");
    expect(asked).toHaveLength(1);
  });

  it("is kept by its guards from names that would lead out of what it may read", async () => {
    const { shell, asked } = await open({ "src/a": "one\n", "src/x /etc/hostname": "in\n" });
    const text = await shell("find src -type f | xargs head -c 40");
    expect(text).toContain("find: stopped, because it would list a name that has white space");
    expect(text).not.toContain("==> /etc/hostname");
    expect(asked).toEqual([]);
  });

  it.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
    "loads nothing of the project for python's json.tool",
    async () => {
      const planted = "open('planted', 'w').write('x'); raise SystemExit('planted')\n";
      const { shell, asked, root } = await open({
        "x.json": '{"a":1}',
        "json.py": planted,
        "argparse.py": planted,
      });
      expect(await shell("python3 -m json.tool --compact x.json")).toContain('{"a":1}\n');
      expect(await shell("cat x.json | python3 -m json.tool")).toContain('"a": 1');
      expect([asked, existsSync(join(root, "planted"))]).toEqual([[], false]);
    },
  );

  it("reads no linked package.json when node checks a file", async () => {
    const { shell, asked, root, outside } = await open({
      "src/x.js": "let a = 1;\n",
      ".env": "A=1\n",
    });
    expect(await shell("node --check src/x.js && echo checked")).toContain("checked");
    expect(asked).toEqual([]);
    writeFileSync(join(outside, "notes.txt"), "{the notes}");
    symlinkSync(join(outside, "notes.txt"), join(root, "package.json"));
    expect(await shell("node --check src/x.js")).toContain("outside");
    symlinkSync("../.env", join(root, "src/package.json"));
    rmSync(join(root, "package.json"));
    await shell("node --check src/x.js");
    expect(asked).toEqual(["Run node --check src/x.js"]);
  });

  it("is run again with more room when a person allows what was refused", async () => {
    const { shell, asked, root } = await open();
    const text = await shell(`node -e "require('fs').writeFileSync('.mcp.json', '{}')"`);
    expect(text).toContain("exit status 0)");
    expect(readFileSync(join(root, ".mcp.json"), "utf8")).toBe("{}");
    expect(asked).toEqual([
      expect.stringContaining("Run node"),
      "The sandbox refused to let the command write .mcp.json. Allow it and run it again?",
    ]);
  });

  it("has what it was granted", async () => {
    const { shell, asked, outside } = await open({ ".env": "SECRET=1\n" });
    writeFileSync(join(outside, "notes.txt"), "");
    expect(await shell("cat .env")).toContain("SECRET=1");
    expect(await shell(`echo hello > ${join(outside, "notes.txt")}`)).toContain("exit status 0)");
    expect(readFileSync(join(outside, "notes.txt"), "utf8")).toBe("hello\n");
    expect(asked).toHaveLength(2);
  });

  it("doesn't lead our own writes out by a link that it left behind", async () => {
    const { call, shell, root, outside } = await open();
    writeFileSync(join(outside, "target.txt"), "kept\n");
    await shell(`node -e "require('fs').symlinkSync('${outside}/target.txt', 'out.txt')"`);
    expect(existsSync(join(root, "out.txt"))).toBe(true);
    const { error } = await call("write_file", { path: "out.txt", content: "changed\n" });
    expect(error?.code).toBe("path-outside-workspace");
    expect(readFileSync(join(outside, "target.txt"), "utf8")).toBe("kept\n");
  });

  it("runs in the background confined, too", async () => {
    const { call, root } = await open({}, false);
    symlinkSync("/etc", join(root, "etc"));
    await call("run_command", {
      command: "node -e \"require('fs').writeFileSync('.mcp.json', '{}')\"",
      background: true,
    });
    await call("command_output", { id: "cmd_1", wait_for_end: true });
    expect(existsSync(join(root, ".mcp.json"))).toBe(false);
  });
});
