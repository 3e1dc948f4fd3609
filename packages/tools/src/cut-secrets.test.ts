// Whatever a tool cuts, and wherever it does, no more than three characters of a secret are left at the cut.
import { expect, it } from "vitest";
import { builtinTool, type BuiltinToolName, builtinToolNames } from "./builtin-tools.ts";
import { openToolSession, type ToolSession } from "./fixtures/tool-session.ts";

const value = "Zq7Kw9Xv3Jp5Gt8Yb6Nd4Lm2";
const period = value.length + 3;
const most = 3;

/** The value again and again, so that a cut is nearly always inside of one; `phase` moves the cuts. */
const flood = (phase: number, length: number): string =>
  "x".repeat(phase) + `${value}-.-`.repeat(Math.floor((length - phase) / period));
const lines = (phase: number, count: number): string =>
  Array.from({ length: count }, (_, at) => flood((phase + at * 5) % period, 90)).join("\n");

type Input = Record<string, unknown>;

type Calls = (
  session: ToolSession,
  phase: number,
) => Promise<readonly unknown[]> | readonly unknown[];

const one =
  (tool: string, input: (phase: number) => Input): Calls =>
  async ({ call }, phase) => [await call(tool, input(phase))];

/** Names of files hold 255 bytes. */
const name = (phase: number): string => flood(phase, 230);

/** How tools come to show more than they have room for; others get a flood for each text of their sample. */
const cutting: Readonly<Record<string, Calls>> = {
  read_file: async ({ call, put }, phase) => {
    put({
      "long.txt": `a ${flood(phase, 9_000)} needle ${flood(phase, 9_000)}`,
      "many.txt": lines(phase, 3_000),
    });
    return Promise.all([
      call("read_file", { path: "long.txt" }),
      call("read_file", { path: "many.txt" }),
      call("read_file", { path: "long.txt", around: { text: "needle" } }),
    ]);
  },
  read_many_files: async ({ call, put }, phase) => {
    put({ "long.txt": flood(phase, 9_000), "many.txt": lines(phase, 3_000) });
    return [await call("read_many_files", { paths: ["long.txt", "many.txt"] })];
  },
  list_directory: async ({ call, put }, phase) => {
    put({ [`${name(phase)}/a`]: "" });
    return [await call("list_directory", { path: "." })];
  },
  file_info: one("file_info", (phase) => ({ path: name(phase) })),
  write_file: one("write_file", (phase) => ({ path: "w.txt", content: flood(phase, 60_000) })),
  edit_file: async ({ call, put }, phase) => {
    put({ "e.txt": `${flood(phase, 400)} alpha beta\n${flood(phase + 7, 700)} gamma\n` });
    return Promise.all([
      call("edit_file", {
        path: "e.txt",
        old_text: `${flood(phase, 300)} alpha bet4`,
        new_text: "x",
      }),
      call("edit_file", {
        path: "e.txt",
        old_text: `gamma ${flood(phase, 90)}`,
        new_text: flood(phase, 5_000),
      }),
      call("edit_file", { path: "e.txt", edits: flood(phase, 900) }),
    ]);
  },
  apply_patch: async ({ call, put }, phase) => {
    put({ "p.txt": `${flood(phase, 400)}\n` });
    const patch = `*** Begin Patch\n*** Update File: p.txt\n@@\n-${flood(phase, 390)}?\n+x\n*** End Patch`;
    return Promise.all([
      call("apply_patch", { patch }),
      call("apply_patch", { patch: flood(phase, 4_000) }),
    ]);
  },
  make_directory: one("make_directory", (phase) => ({ path: `${name(phase)}/${name(phase)}` })),
  move_path: one("move_path", (phase) => ({ from: name(phase), to: `b/${name(phase)}` })),
  delete_path: one("delete_path", (phase) => ({ path: name(phase) })),
  find_files: async ({ call, put }, phase) => {
    put({ [name(phase)]: "" });
    return Promise.all([
      call("find_files", { pattern: "*" }),
      call("find_files", { pattern: `{${flood(phase, 900)}` }),
    ]);
  },
  search_text: async ({ call, put }, phase) => {
    put({ "s.txt": `${flood(phase, 3_000)} needle ${flood(phase, 3_000)}\n${lines(phase, 200)}` });
    return Promise.all([
      call("search_text", { pattern: "needle" }),
      call("search_text", { pattern: "Zq7" }),
      call("search_text", { pattern: `(${flood(phase, 600)}` }),
    ]);
  },
  run_command: async ({ call, put }, phase) => {
    put({ "r.txt": lines(phase, 3_000), "r1.txt": flood(phase, 200_000) });
    return Promise.all([
      call("run_command", { command: "cat r.txt" }),
      call("run_command", { command: "cat r1.txt" }),
      call("run_command", { command: `echo ${flood(phase, 900)}\necho` }),
    ]);
  },
  command_output: async ({ call, put }, phase) => {
    put({ "r.txt": lines(phase, 3_000) });
    const command = `cat r.txt; : ${flood(phase, 300)}; sleep 60`;
    const started = await call("run_command", { command, background: true });
    const id = /cmd_\d+/.exec(JSON.stringify(started.content))?.[0];
    return [
      started,
      await call("command_output", { id, wait_for: "x" }),
      await call("command_output", { id, wait_for: flood(phase, 400), timeout_ms: 20 }),
      await call("stop_command", { id }),
    ];
  },
  command_input: one("command_input", (phase) => ({
    id: flood(phase, 300),
    text: flood(phase, 3_000),
  })),
  stop_command: one("stop_command", (phase) => ({ id: flood(phase, 300) })),
  git: one("git", (phase) => ({ args: ["commit", "-m", flood(phase, 900)] })),
  get_environment: one("get_environment", (phase) => ({ names: [flood(phase, 300)] })),
  system_info: one("system_info", (phase) => ({ [flood(phase, 300)]: flood(phase, 300) })),
  search_tools: one("search_tools", (phase) => ({ query: flood(phase, 900) })),
  call_tool: one("call_tool", (phase) => ({
    name: flood(phase, 300),
    input: { a: flood(phase, 900) },
  })),
};

/** The first sample of a tool, with a flood for every text in it. */
async function floodedSample(name: BuiltinToolName): Promise<(phase: number) => Input> {
  const { description } = await builtinTool(name);
  const { examples = [], samples = [] } = typeof description === "string" ? {} : description;
  const [sample] = [...examples, ...samples];
  const flooded = (value: unknown, phase: number): unknown =>
    typeof value === "string" ? flood(phase, 900) : value;
  return (phase) => JSON.parse(JSON.stringify(sample?.input, (_, value) => flooded(value, phase)));
}

/** The longest piece of the value that a text shows. */
function shownOf(text: string): string {
  let longest = "";
  for (let at = 0; at + most < value.length; at += 1) {
    for (let end = at + most + 1; end <= value.length; end += 1) {
      const piece = value.slice(at, end);
      if (!text.includes(piece)) break;
      if (piece.length > longest.length) longest = piece;
    }
  }
  return longest;
}

it.each(builtinToolNames)(
  "%s leaves at most three characters of a value at its cuts",
  { timeout: 120_000 },
  async (tool) => {
    const calls = cutting[tool] ?? one(tool, await floodedSample(tool));
    for (let phase = 0; phase < period; phase += tool.includes("command") ? 5 : 1) {
      const session = await openToolSession({
        environment: { API_TOKEN: value },
        hidesSecrets: true,
      });
      const outcomes = await calls(session, phase);
      expect(outcomes.length).toBeGreaterThan(0);
      for (const text of [JSON.stringify(outcomes), JSON.stringify(session.events)]) {
        const shown = shownOf(text);
        const at = text.indexOf(shown);
        expect(shown === "" ? "" : text.slice(at - 60, at + 90), `phase ${phase}`).toBe("");
      }
    }
  },
);
