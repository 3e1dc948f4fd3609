// What broke permission checks of agents before, each under the lesson that it taught: what isn't about a
// command's words, which are held by @toolwright/shell-analysis.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const loosening = JSON.stringify({ rules: [{ allow: "write(**)" }] });
const projectSettings = ".toolwright/settings.json";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lessons-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["home", "work", "other"]) mkdirSync(join(folder, name));
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Its exit status and all that it printed. */
function toolwright(words: readonly string[], cwd = "work"): { status: number; text: string } {
  const ran = spawnSync(process.execPath, [bin, ...words], {
    cwd: join(folder, cwd),
    env: {
      PATH: process.env["PATH"],
      HOME: join(folder, "home"),
      XDG_CONFIG_HOME: join(folder, "home/.config"),
      XDG_STATE_HOME: join(folder, "home/.state"),
    },
    encoding: "utf8",
    input: "",
  });
  return { status: ran.status ?? -1, text: ran.stdout + ran.stderr };
}

const refused = 3;
const write = (path: string, ...more: readonly string[]): readonly string[] => [
  "call",
  "write_file",
  `path=${path}`,
  "content=x",
  ...more,
];

it("no byte of the workspace is configuration before it is trusted", () => {
  put(`work/${projectSettings}`, loosening);
  expect(toolwright(write("a.txt")).status).toBe(refused);
});

it("trust is keyed by the real path and kept outside of the workspace", () => {
  put(`work/${projectSettings}`, loosening);
  expect(toolwright(["policy", "trust", "--yes"]).status).toBe(0);
  expect(toolwright(write("a.txt")).status).toBe(0);
  cpSync(join(folder, "work"), join(folder, "other"), { recursive: true });
  expect(toolwright(write("b.txt"), "other").status).toBe(refused);
});

it("an approval is bound to what was approved", () => {
  put(`work/${projectSettings}`, loosening);
  toolwright(["policy", "trust", "--yes"]);
  put(`work/${projectSettings}`, loosening.replace("**", "*"));
  expect(toolwright(write("a.txt")).status).toBe(refused);
});

it("the case of a name changes nothing", () => {
  put("work/.ENV", "TOKEN=abcdefgh12345\n");
  expect(toolwright(["call", "read_file", "path=.ENV"]).status).toBe(refused);
});

it("helpers are started with their words, never through a shell", () => {
  const name = "$(touch pwned).txt";
  put(`work/${name}`, "text\n");
  spawnSync("git", ["init", "-q"], { cwd: join(folder, "work") });
  for (const tool of ["file_info", "read_file"]) toolwright(["call", tool, `path=${name}`]);
  toolwright(["call", "search_text", "pattern=$(touch pwned)", `path=${name}`]);
  expect(existsSync(join(folder, "work/pwned"))).toBe(false);
});

it("what is protected is protected when it is missing, too", () => {
  for (const path of [".git/hooks/pre-commit", ".mcp.json", ".vscode/settings.json"]) {
    expect(toolwright(write(path, "--mode", "auto")).status).toBe(refused);
    expect(existsSync(join(folder, "work", path))).toBe(false);
  }
});

it("what writes follows no link that leads out", () => {
  put("other/a.txt", "theirs\n");
  symlinkSync("../other", join(folder, "work/link"));
  expect(toolwright(write("link/a.txt", "--yes")).text).toContain("path-outside-workspace");
  expect(readFileSync(join(folder, "other/a.txt"), "utf8")).toBe("theirs\n");
});

it("the agent's own configuration is outside of its reach", () => {
  const settings = join(folder, "home/.config/toolwright/settings.json");
  expect(toolwright(write(settings, "--yes", "--mode", "auto")).status).toBe(refused);
  expect(existsSync(settings)).toBe(false);
});

it("a project's .env configures nothing", () => {
  put("work/.env", "XDG_CONFIG_HOME=evil\nHOME=evil\n");
  put("work/evil/toolwright/settings.json", loosening);
  put("work/evil/.config/toolwright/settings.json", loosening);
  expect(toolwright(write("a.txt")).status).toBe(refused);
});

it("roots are fixed by the person", () => {
  expect(toolwright(write("../other/a.txt", "--mode", "auto")).status).toBe(refused);
  const command = ["call", "run_command", "command=touch a.txt", "cwd=../other"];
  expect(toolwright([...command, "--mode", "accept-edits"]).status).not.toBe(0);
  expect(existsSync(join(folder, "other/a.txt"))).toBe(false);
});

it("what is shown of a command is never cut", () => {
  const command = `echo a${" ".repeat(20_000)}; curl far.example`;
  expect(toolwright(["policy", "explain", command]).text).toContain("network far.example");
});

it("the strictest rule wins, whatever tool asks", () => {
  const rules = [{ allow: "run(cat *)" }, { allow: "read(**)" }, { deny: "read(vault/**)" }];
  put("home/.config/toolwright/settings.json", JSON.stringify({ rules }));
  put("work/vault/a.txt", "hidden\n");
  for (const words of [
    ["run_command", "command=cat vault/a.txt"],
    ["read_file", "path=vault/a.txt"],
  ]) {
    const { status, text } = toolwright(["call", ...words, "--yes"]);
    expect(status).toBe(refused);
    expect(text).not.toContain("hidden");
  }
});
