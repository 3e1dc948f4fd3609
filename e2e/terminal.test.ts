import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

let folder: string;
let work: string;

beforeEach((context) => {
  context.skip(!hasTmux, "tmux isn't installed: nothing to look at a terminal with");
  folder = realpathSync(mkdtempSync(join(tmpdir(), "terminal-")));
  work = join(folder, "project");
  mkdirSync(join(work, "src"), { recursive: true });
  writeFileSync(join(work, "README.md"), "# The first line\n\nmore\n");
  writeFileSync(join(work, "src", "a.ts"), "export const a = 1;\n");
});

afterEach(() => {
  if (!hasTmux) return;
  spawnSync("tmux", ["-L", "test", "kill-server"], { env: environment() });
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing of the machine's own configuration reaches a test; the tmux server is the test's own. */
function environment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
    LANG: "C.UTF-8",
    TMUX_TMPDIR: folder,
  };
}

function tmux(...words: readonly string[]): string {
  const all = ["-L", "test", "-f", "/dev/null", ...words];
  return execFileSync("tmux", all, { env: environment(), encoding: "utf8" });
}

/** The terminal with `toolwright` in it, seen as a person sees it. */
class Terminal {
  static async open(
    size: { columns: number; rows: number } = { columns: 100, rows: 30 },
    flags = "",
  ): Promise<Terminal> {
    const command = `cd '${work}' && '${process.execPath}' '${bin}' ${flags}; echo "status $?" > '${folder}/status'; stty -a > '${folder}/stty'; exec sleep 60`;
    tmux(
      "new-session",
      "-d",
      "-s",
      "s",
      "-x",
      String(size.columns),
      "-y",
      String(size.rows),
      `bash -c "${command.replaceAll('"', '\\"').replaceAll("$?", "\\$?")}"`,
    );
    const terminal = new Terminal();
    await terminal.shows("default mode");
    return terminal;
  }

  get screen(): string {
    return tmux("capture-pane", "-p", "-t", "s");
  }

  get scrollback(): string {
    return tmux("capture-pane", "-p", "-S", "-2000", "-t", "s");
  }

  type(text: string): void {
    tmux("send-keys", "-t", "s", "-l", text);
  }

  press(...keys: readonly string[]): void {
    for (const key of keys) tmux("send-keys", "-t", "s", key);
  }

  async send(text: string): Promise<void> {
    this.type(text);
    await this.shows(text.slice(0, 30));
    this.press("Enter");
  }

  shows(text: string | RegExp): Promise<void> {
    return until(`the screen shows ${String(text)}`, () =>
      typeof text === "string" ? this.scrollback.includes(text) : text.test(this.scrollback),
    );
  }

  /** Resolves when nothing has moved for a while: no clock, no animation. */
  async isStill(): Promise<void> {
    let last = "";
    let same = 0;
    await until("nothing moves", () => {
      const now = this.screen;
      same = now === last ? same + 1 : 0;
      last = now;
      return same === 10;
    });
  }

  /** Resolves to the exit status, once the terminal has been given back. */
  async ended(): Promise<string> {
    await until(
      "it ends",
      () =>
        existsSync(join(folder, "stty")) && readFileSync(join(folder, "stty"), "utf8").length > 0,
    );
    return readFileSync(join(folder, "status"), "utf8").trim();
  }

  /** Main screen, visible cursor, line editing of the system's own. */
  expectGivenBack(): void {
    expect(tmux("display-message", "-p", "-t", "s", "#{alternate_on} #{cursor_flag}").trim()).toBe(
      "0 1",
    );
    expect(readFileSync(join(folder, "stty"), "utf8")).toMatch(/(?<!-)icanon[\s\S]*(?<!-)echo\b/);
  }

  /** The id of the program below the terminal's shell: other tests run the same program at the same time. */
  get processId(): number {
    const shell = tmux("display-message", "-p", "-t", "s", "#{pane_pid}").trim();
    const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .map((row) => row.trim().split(/\s+/));
    const below = new Set([shell]);
    for (const [id = "", parent = ""] of rows) if (below.has(parent)) below.add(id);
    const [id = ""] =
      rows.find(
        ([each = "", , program, script]) =>
          below.has(each) && program === process.execPath && script === bin,
      ) ?? [];
    return Number.parseInt(id, 10);
  }
}

/** There is no event for what a terminal shows: it is looked at until it is so. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 15_000;
  while (!isSo()) {
    if (performance.now() > giveUpAt)
      throw new Error(`Not within 15 s: ${what}\n${tmux("capture-pane", "-p", "-t", "s")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("toolwright in a terminal", () => {
  it("shows a still screen with a prompt, reads a file, and quits by /exit", async () => {
    const terminal = await Terminal.open({ columns: 120, rows: 40 });
    await terminal.isStill();
    expect(terminal.screen).toMatch(/^› *$/m);
    await terminal.send("read_file path=README.md");
    await terminal.shows("# The first line");
    await terminal.send("/exit");
    expect(await terminal.ended()).toBe("status 0");
    terminal.expectGivenBack();
    expect(terminal.screen).not.toContain("default mode");
  });

  it("asks with a diff before it changes a file, and remembers what was typed", async () => {
    const terminal = await Terminal.open();
    await terminal.send("read_file src/a.ts");
    await terminal.shows("1   export const a = 1;");
    await terminal.send("write_file path=src/a.ts content='export const a = 2'");
    await terminal.shows(/1 \+ export const a = 2[\s\S]*y once/);
    expect(readFileSync(join(work, "src", "a.ts"), "utf8")).toBe("export const a = 1;\n");
    await terminal.shows("Ctrl-C cancels the call");
    // A key right after the question has come up isn't taken for an answer.
    await terminal.isStill();
    terminal.press("y");
    await terminal.shows("allowed once");
    expect(readFileSync(join(work, "src", "a.ts"), "utf8")).toContain("export const a = 2");
    terminal.press("C-d");
    expect(await terminal.ended()).toBe("status 0");
    const state = execFileSync("find", [join(folder, "state"), "-name", "*history*"], {
      encoding: "utf8",
    });
    expect(readFileSync(state.trim(), "utf8")).toContain("read_file src/a.ts");
  });

  it("cancels a running command with Ctrl-C, and quits with a second one", async () => {
    const terminal = await Terminal.open();
    await terminal.send("run_command echo begun; sleep 297; echo never");
    await terminal.shows(/│ begun/);
    terminal.press("C-c");
    await terminal.shows("cancelled after");
    const processes = execFileSync("ps", ["-e", "-o", "args="], { encoding: "utf8" });
    expect(processes.split("\n").filter((line) => line.startsWith("sleep 297"))).toEqual([]);
    // The first one has just been.
    terminal.press("C-c");
    expect(await terminal.ended()).toBe("status 130");
    terminal.expectGivenBack();
  });

  it("lets a command run on in the background, and tells when it has ended", async () => {
    const terminal = await Terminal.open();
    await terminal.send("run_command echo begun; sleep 0.7; echo over");
    await terminal.shows(/│ begun/);
    terminal.press("C-b");
    await terminal.shows("still running in the background as cmd_1");
    await terminal.shows("cmd_1 exited with status 0 (echo begun; sleep 0.7; echo over)");
    terminal.press("C-d");
    expect(await terminal.ended()).toBe("status 0");
  });

  it("gives the terminal back when it is terminated with a question open", async () => {
    const terminal = await Terminal.open();
    await terminal.send("run_command ./unknown-program");
    await terminal.shows("y once");
    process.kill(terminal.processId, "SIGTERM");
    expect(await terminal.ended()).toBe("status 143");
    terminal.expectGivenBack();
  });

  it("completes tools, arguments and paths, and fits into 40 columns", async () => {
    const terminal = await Terminal.open({ columns: 40, rows: 20 });
    terminal.type("read_f");
    await terminal.shows(/^› read_f/m);
    terminal.press("Tab");
    await terminal.shows(/^› read_file/m);
    terminal.type("pat");
    await terminal.shows(/^› read_file pat/m);
    terminal.press("Tab");
    await terminal.shows(/^› read_file path=/m);
    terminal.type("REA");
    await terminal.shows(/^› read_file path=REA/m);
    terminal.press("Tab");
    await terminal.shows(/^› read_file path=README\.md *$/m);
    terminal.press("Enter");
    await terminal.shows("# The first line");
  });

  it("stays whole when the terminal is resized", async () => {
    const terminal = await Terminal.open({ columns: 100, rows: 30 });
    terminal.type("read_file");
    await terminal.shows("› read_file");
    tmux("resize-window", "-t", "s", "-x", "50", "-y", "15");
    tmux("resize-window", "-t", "s", "-x", "90", "-y", "25");
    await terminal.send(" path=README.md");
    await terminal.shows("# The first line");
    expect(terminal.scrollback.match(/^› read_file path=README\.md$/gm)).toHaveLength(1);
  });

  it("takes up settings that appear and change while it is open, and says what is wrong with them", async () => {
    const terminal = await Terminal.open({ columns: 200, rows: 30 });
    const settings = join(work, ".toolwright", "settings.json");
    mkdirSync(join(work, ".toolwright"));
    writeFileSync(settings, '{ "mode": "plan" }');
    await terminal.shows("The settings have changed and are in force.");
    await terminal.shows("plan mode");
    writeFileSync(settings, '{\n  "mode": "plam"\n}');
    await terminal.shows("settings.json:2:11");
    await terminal.shows("The earlier settings stay in force.");
    await terminal.send("/exit");
    expect(await terminal.ended()).toBe("status 0");
  });

  describe("with a model", () => {
    const openAgent = (steps: readonly object[], flags = ""): Promise<Terminal> => {
      const file = join(folder, "steps.json");
      writeFileSync(file, JSON.stringify({ steps }));
      return Terminal.open({ columns: 100, rows: 30 }, `--model 'scripted/${file}' ${flags}`);
    };
    const edit = {
      name: "edit_file",
      input: { path: "src/a.ts", old_string: "a = 1", new_string: "a = 2" },
    };
    const records = (): string =>
      execFileSync("sh", ["-c", `cat '${folder}'/state/toolwright/conversations/*/*.jsonl`], {
        encoding: "utf8",
      });

    it("works on what is typed, shows what changes, and goes back", async () => {
      const terminal = await openAgent([
        { text: "I read it.", calls: [{ name: "read_file", input: { path: "src/a.ts" } }] },
        { calls: [edit] },
        { text: "It is **2** now.\n\n| a |\n| - |\n| 2 |" },
      ]);
      await terminal.send("Make it 2.");
      await terminal.shows("│ would    write src/a.ts");
      await terminal.isStill();
      terminal.press("y");
      await terminal.shows("│ 2 │");
      await terminal.shows("1 file changed");
      expect(readFileSync(join(work, "src", "a.ts"), "utf8")).toContain("a = 2");
      await terminal.send("/rewind 1");
      await terminal.shows(/restore +src\/a\.ts/);
      expect(readFileSync(join(work, "src", "a.ts"), "utf8")).toContain("a = 2");
      await terminal.send("/rewind 1 both");
      await terminal.shows("The conversation is as it was before this turn.");
      await terminal.shows(/^› Make it 2\.[\s\S]*^› Make it 2\./m);
      expect(readFileSync(join(work, "src", "a.ts"), "utf8")).toContain("a = 1");
      terminal.press("C-c");
      await terminal.send("/exit");
      expect(await terminal.ended()).toBe("status 0");
      terminal.expectGivenBack();
    });

    it("ends everything when its terminal is closed, and can be resumed", async () => {
      const terminal = await openAgent([
        { text: "I wait.", calls: [{ name: "run_command", input: { command: "sleep 300" } }] },
      ]);
      await terminal.send("Wait a while.");
      await terminal.shows("Run sleep 300");
      const { processId } = terminal;
      // The last session to end would take the server with it, while the next one begins.
      tmux("new-session", "-d", "-s", "other", "sleep 60");
      tmux("kill-session", "-t", "s");
      await until("the run has ended", () =>
        records().includes('"type":"end","status":"cancelled"'),
      );
      expect(processId).toBeGreaterThan(0);
      await until("no process is left", () => !existsSync(`/proc/${processId}/cmdline`));
      const again = await openAgent([], "--resume last");
      await again.shows("› Wait a while.");
      await again.shows("I wait.");
    });
  });
});
