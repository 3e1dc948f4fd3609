import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

const json = { summary: "machine output: JSON on standard output" };
const input = { value: "JSON", summary: "the whole input; - reads standard input, @FILE a file" };
// Spelled out, as importing them would load every dialect for `--help`; a test holds them together.
const dialects = [
  "canonical",
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "mcp",
  "ai-sdk",
];

/** Every command there is. Adding one is adding its entry here and its file in `commands/`. */
export const commands: readonly CommandSpec[] = [
  {
    name: "call",
    summary: "run one tool call through the whole pipeline",
    usage: ["call TOOL [key=value …] [--yes] [--json]", "call TOOL --input JSON", "call --stdin"],
    flags: {
      ...globalFlags,
      input,
      stdin: { summary: 'JSON lines {"id"?, "tool", "input"} in, one outcome a line out' },
      yes: { short: "y", summary: "answer every question with yes, once; a denial stays one" },
      json: { summary: "print the whole outcome as one line of JSON" },
    },
    notes: [
      "key=value is read by the tool's schema; key:=JSON gives any value. A list takes its key again for each item.",
      "Exit status: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. With --stdin: 0 when every line was answered.",
    ],
    load: async () => (await import("../commands/call.ts")).call,
  },
  {
    name: "tools",
    summary: "list the tools that a model would be shown",
    usage: ["tools [--dialect D] [--scope main|sub] [--all] [--json]"],
    flags: {
      ...globalFlags,
      dialect: {
        value: "D",
        choices: dialects,
        summary: `the shape of --json: ${dialects.join(", ")}`,
      },
      scope: {
        value: "SCOPE",
        choices: ["main", "sub"],
        summary: "for the main agent (default) or for sub-agents",
      },
      all: { summary: "also what isn't available now, with the reason" },
      json,
    },
    notes: ["With --mode plan: only what plan mode can use."],
    load: async () => (await import("../commands/tools.ts")).tools,
  },
  {
    name: "policy explain",
    summary: "what would be decided for a call, why, and what would change it; runs nothing",
    usage: [
      "policy explain TOOL [key=value …] [--json]",
      "policy explain TOOL --input JSON",
      "policy explain 'COMMAND LINE'",
    ],
    flags: {
      ...globalFlags,
      input,
      command: { value: "CMD", summary: "a command line, as the tool for commands would get it" },
      json,
    },
    load: async () => (await import("../commands/policy-explain.ts")).policyExplain,
  },
  {
    name: "policy check",
    summary: "decide command lines; runs nothing",
    usage: ["policy check 'COMMAND LINE' [--json]", "policy check --stdin"],
    flags: {
      ...globalFlags,
      stdin: { summary: 'JSON lines {"command"} in, one decision a line out, in order' },
      json,
    },
    notes: ["Exit status: 0 when every line was answered, whatever the decisions are."],
    load: async () => (await import("../commands/policy-check.ts")).policyCheck,
  },
  {
    name: "doctor",
    summary: "check this machine and these settings, and say how to fix what is wrong",
    usage: ["doctor [--json]"],
    flags: { ...globalFlags, json },
    notes: ["Exit status: 0 when nothing failed (warnings don't count), else 1."],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
];
