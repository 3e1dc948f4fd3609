import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Outcome } from "@toolwright/core";
import { profileNames } from "@toolwright/profiles";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryContext } from "./memory-context.ts";
import { main } from "../src/main.ts";

let folder: string;
let cwd: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-profiles-")));
  cwd = join(folder, "work");
  put("work/long.txt", "one\ntwo\nthree\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const settings = (value: object): void =>
  put("config/toolwright/settings.json", JSON.stringify(value));

async function run(words: readonly string[], input = "") {
  const program = memoryContext({
    cwd,
    environment: {
      PATH: process.env["PATH"],
      HOME: join(folder, "home"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_STATE_HOME: join(folder, "state"),
    },
  });
  program.stdin.end(input);
  const status = await main(words, program);
  return { status, output: program.output(), errors: program.errors() };
}

interface Listing {
  readonly tools: readonly { readonly name: string }[];
  readonly unavailable?: readonly { readonly name: string; readonly reason: string }[];
}

async function listed(words: readonly string[]): Promise<Listing> {
  return JSON.parse((await run(["tools", "--json", ...words])).output) as Listing;
}

const namesOf = ({ tools }: Listing): readonly string[] => tools.map(({ name }) => name);

async function call(words: readonly string[]): Promise<Outcome> {
  return JSON.parse((await run(["call", ...words, "--json"])).output) as Outcome;
}

describe("--profile", () => {
  it("lists the tools under that profile's names", async () => {
    const names = namesOf(await listed(["--profile", "mutsumi"]));
    expect(names).toEqual(expect.arrayContaining(["ls", "create_file", "shell_exec"]));
    expect(names).not.toContain("list_directory");
  });

  it("lists them in a dialect and for sub-agents, too", async () => {
    const list = await listed(["--profile", "codex", "--dialect", "anthropic", "--scope", "sub"]);
    expect(list.tools).toContainEqual(
      expect.objectContaining({ name: "shell", input_schema: expect.anything() }),
    );
  });

  it("prints a dialect as JSON without being asked for JSON", async () => {
    const { output } = await run(["tools", "--dialect", "anthropic"]);
    expect((JSON.parse(output) as Listing).tools[0]).toHaveProperty("input_schema");
  });

  it("calls a tool by its name in the profile, and accepts other profiles' names", async () => {
    const read = await call(["Read", "--profile", "claude-code", "file_path=long.txt", "limit=1"]);
    expect([read.status, read.tool]).toEqual(["ok", "Read"]);
    const input = '{"path":"long.txt"}';
    const other = await call(["read_file", "--profile", "claude-code", "--input", input]);
    expect([other.status, other.tool]).toEqual(["ok", "Read"]);
    expect(other.metadata["repairs"]).toEqual([
      "the tool is called 'Read' here",
      "'path' was taken for 'file_path'",
    ]);
    const missing = await call(["delete_path", "--profile", "claude-code", "--input", input]);
    expect(missing.error?.code).toBe("tool-not-found");
  });

  it("holds for calls from standard input", async () => {
    const lines = [
      { tool: "read", input: { filePath: "long.txt" } },
      { tool: "edit", input: { filePath: "long.txt", oldString: "two", newString: "2" } },
    ];
    const { status } = await run(
      ["call", "--stdin", "--yes", "--profile", "opencode"],
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, "long.txt"), "utf8")).toBe("one\n2\nthree\n");
  });

  it("overrides the one in the settings", async () => {
    settings({ profile: "kode" });
    expect(namesOf(await listed([]))).toContain("bash");
    expect(namesOf(await listed(["--profile", "codex"]))).toEqual(
      expect.not.arrayContaining(["bash"]),
    );
  });

  it("must be a known profile", async () => {
    const { status, output, errors } = await run(["tools", "--profile", "no-such"]);
    expect([status, output]).toEqual([2, ""]);
    expect(errors).toContain(`Known: ${profileNames.join(", ")}.`);
  });

  it.each(profileNames)(
    "%s: command lines are explained and checked all the same",
    async (name) => {
      for (const command of ["explain", "check"]) {
        const { status, output } = await run(["policy", command, "npm test", "--profile", name]);
        expect([status, output]).toEqual([0, expect.stringContaining("ask")]);
      }
    },
  );
});

describe("rules and settings for a tool hold under every profile:", () => {
  const reading = [
    ["mutsumi", "read_file", { uri: "long.txt" }],
    ["mutsumi", "partially_read_by_range", { uri: "long.txt", start_line: 1, end_line: 2 }],
    ["gemini-cli", "read_file", { file_path: "long.txt" }],
    ["opencode", "read", { filePath: "long.txt" }],
    ["claude-code", "Read", { file_path: "long.txt" }],
    ["kode", "read_file", { file_path: "long.txt" }],
  ] as const;

  it.each(reading)("%s %s is denied by tool(read_file)", async (profile, tool, input) => {
    settings({ rules: [{ deny: "tool(read_file)" }] });
    const outcome = await call([tool, "--profile", profile, "--input", JSON.stringify(input)]);
    expect(outcome.error?.code).toBe("permission-denied");
  });

  it.each(reading)("%s %s is switched off with read_file", async (profile, tool, input) => {
    settings({ tools: { read_file: { enabled: false } } });
    const outcome = await call([tool, "--profile", profile, "--input", JSON.stringify(input)]);
    expect(outcome.error?.code).toBe("tool-not-available");
    const list = await listed(["--profile", profile, "--all"]);
    expect(namesOf(list)).not.toContain(tool);
    expect(list.unavailable).toContainEqual(
      expect.objectContaining({ name: tool, reason: expect.stringContaining("settings") }),
    );
  });

  it("a canonical tool's approval counts for what presents it", async () => {
    settings({ tools: { write_file: { autoApprove: true } } });
    const made = await call(["create_file", "--profile", "mutsumi", "uri=new.txt", "content=new"]);
    expect(made.status).toBe("ok");
    const run = await call(["shell_exec", "--profile", "mutsumi", "cmd=npm test"]);
    expect(run.status).toBe("refused");
  });

  it("a tool can be switched off by its name there, too", async () => {
    settings({ tools: { Bash: { enabled: false } } });
    expect(namesOf(await listed(["--profile", "claude-code"]))).not.toContain("Bash");
    expect(namesOf(await listed([]))).toContain("run_command");
  });
});
