import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { mcpCommands } from "./mcp-commands.ts";

const json = { summary: "machine output: JSON on standard output" };
const input = {
  value: "JSON",
  summary: "the whole input; - reads standard input, @FILE reads a file",
};
// Spelled out, because importing them would load every dialect for `--help`. A test keeps them in step.
const dialects = [
  "canonical",
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "mcp",
  "ai-sdk",
];

const session = { value: "S", summary: "only this session; `journal sessions` lists them" };
const limit = { value: "N", summary: "at most this many (default: 50)" };
const from = {
  value: "DIR",
  summary: "the journal of a folder that has moved, by its old path",
};

const scopes = ["once", "session", "project", "user"];

const revertFlags = {
  force: {
    summary: "also overwrite what has changed since (it is kept), and do as much as possible",
  },
  "dry-run": { summary: "only show what would happen" },
  json,
};

/** All commands. A new one needs an entry here and a file in `commands/`. */
export const commands: readonly CommandSpec[] = [
  {
    name: "call",
    summary: "run one tool call through the whole pipeline",
    usage: [
      "call TOOL [value …] [key=value …] [--yes] [--json]",
      "call TOOL --input JSON",
      "call TOOL --help",
      "call --stdin",
    ],
    helpsWithNames: true,
    flags: {
      ...globalFlags,
      input,
      stdin: { summary: 'read JSON lines {"id"?, "tool", "input"}, print one outcome per line' },
      yes: { short: "y", summary: "approve every prompt once; denials stay denied" },
      json: { summary: "print the whole outcome as one line of JSON" },
    },
    notes: [
      "key=value is read by the tool's schema; key:=JSON gives any value. Repeat a key to fill a list. A value without a key goes to the first required argument that has no value yet.",
      "Each call is its own session, and the processes it starts end with it. --stdin runs many calls in one session.",
      "Exit status: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. With --stdin: 0 if every line was answered.",
    ],
    load: async () => (await import("../commands/call.ts")).call,
  },
  {
    name: "tools",
    summary: "list the tools that a model would see",
    usage: ["tools [TOOL] [--dialect D] [--scope main|sub] [--all-tools] [--all] [--json]"],
    flags: {
      ...globalFlags,
      dialect: {
        value: "D",
        choices: dialects,
        summary: `print JSON in one vendor's format: ${dialects.join(", ")}`,
      },
      scope: {
        value: "SCOPE",
        choices: ["main", "sub"],
        summary: "for the main agent (default) or for sub-agents",
      },
      "all-tools": { summary: "also list tools that a model finds through a search" },
      all: { summary: "also list unavailable tools, with the reason" },
      json,
    },
    notes: [
      "With TOOL: only that tool, with its arguments.",
      "With --mode plan: only the tools of plan mode.",
    ],
    load: async () => (await import("../commands/tools.ts")).tools,
  },
  {
    name: "policy explain",
    summary: "show the decision for a call, its reason, and what would change it; runs nothing",
    usage: [
      "policy explain TOOL [key=value …] [--json]",
      "policy explain TOOL --input JSON",
      "policy explain 'COMMAND LINE'",
    ],
    flags: {
      ...globalFlags,
      input,
      command: { value: "CMD", summary: "a command line, as the command tool would get it" },
      json,
    },
    load: async () => (await import("../commands/policy-explain.ts")).policyExplain,
  },
  {
    name: "policy check",
    summary: "show the decision for command lines; runs nothing",
    usage: ["policy check 'COMMAND LINE' [--json]", "policy check --stdin"],
    flags: {
      ...globalFlags,
      stdin: { summary: 'read JSON lines {"command"}, print one decision per line, in order' },
      json,
    },
    notes: ["Exit status: 0 if every line was answered, whatever the decisions are."],
    load: async () => (await import("../commands/policy-check.ts")).policyCheck,
  },
  {
    name: "policy test",
    summary: "test the rules with their own examples, and the policy with a file of cases",
    usage: ["policy test [--json]", "policy test FILE.jsonl [--json]"],
    flags: { ...globalFlags, json },
    notes: [
      'A case is a line {"command": "…", "expect": "allow|ask|deny"} or {"tool": "…", "input": {…}, "expect": "…"}.',
      "Exit status: 0 if every decision is as expected, otherwise 1.",
    ],
    load: async () => (await import("../commands/policy-test.ts")).policyTest,
  },
  {
    name: "policy list",
    summary: "list the rules by layer, the grants, the mode and the trust in the project",
    usage: ["policy list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/policy-list.ts")).policyList,
  },
  {
    name: "policy grant",
    summary: "allow what would otherwise need approval; a denial stays denied",
    usage: [
      "policy grant 'PATTERN' [--scope S] [--agent A] [--expires 8h] [--uses N] [--delegable] [--protected]",
    ],
    flags: {
      ...globalFlags,
      scope: {
        value: "S",
        choices: scopes,
        summary: "once, session (the first one to use it), project (default), user (every folder)",
      },
      agent: { value: "A", summary: "only for this agent (default: the main agent)" },
      expires: { value: "TIME", summary: "how long it lasts: 30m, 8h, 7d, 2w" },
      uses: { value: "N", summary: "how many calls it allows" },
      delegable: { summary: "also for the agent's child agents" },
      protected: {
        summary: "include secrets and paths outside the workspace that the pattern names",
      },
      json,
    },
    notes: ['A grant never overrides a rule with "always" or a built-in denial.'],
    load: async () => (await import("../commands/policy-grant.ts")).policyGrant,
  },
  {
    name: "policy revoke",
    summary: "end a grant, in running sessions as well",
    usage: ["policy revoke ID [--json]", "policy revoke --all"],
    flags: {
      ...globalFlags,
      all: { summary: "every grant, for this folder and for every folder" },
      json,
    },
    load: async () => (await import("../commands/policy-revoke.ts")).policyRevoke,
  },
  {
    name: "policy import",
    summary: "convert Claude Code's permission rules, never to looser ones",
    usage: ["policy import FILE|- [--json]", "policy import FILE --write"],
    flags: {
      ...globalFlags,
      write: { summary: "add them to your own settings file; its comments stay" },
      json,
    },
    notes: [
      "Standard error lists the rules that are left out or changed (with --json: remarks).",
      "Exit status: 0; 1 if an ask or deny rule had to be left out.",
    ],
    load: async () => (await import("../commands/policy-import.ts")).policyImport,
  },
  {
    name: "policy trust",
    summary: "show what this project's own settings would allow, and accept them",
    usage: ["policy trust [--yes]"],
    flags: { ...globalFlags, yes: { short: "y", summary: "accept them without a prompt" } },
    notes: [
      "Trust covers the exact content of .toolwright and .mcp.json, and is stored outside the folder. After a change, the project's settings can only tighten the policy until you accept them again.",
      "Exit status: 0 trusted, or nothing to trust; 2 no terminal to prompt on; 3 not accepted.",
    ],
    load: async () => (await import("../commands/policy-trust.ts")).policyTrust,
  },
  {
    name: "policy untrust",
    summary: "stop trusting this project: its settings can only tighten the policy",
    usage: ["policy untrust"],
    flags: globalFlags,
    load: async () => (await import("../commands/policy-untrust.ts")).policyUntrust,
  },
  {
    name: "policy simulate",
    summary: "decide the journal's calls again with these settings; runs nothing",
    usage: ["policy simulate [--session S] [--limit N] [--json]"],
    flags: { ...globalFlags, session, limit, from, json },
    notes: [
      "Each call is decided again by its recorded effects, without grants. Try other rules with --settings FILE, another mode with --mode.",
      "Exit status: 0, even if decisions change.",
    ],
    load: async () => (await import("../commands/policy-simulate.ts")).policySimulate,
  },
  {
    name: "undo",
    summary: "undo the last change, or the one you name",
    usage: [
      "undo [ID] [--force] [--dry-run] [--json]",
      "undo --call ID | --turn N | --session ID | --to ID",
    ],
    flags: {
      ...globalFlags,
      call: { value: "ID", summary: "one call, by its call id" },
      turn: { value: "N", summary: "a turn of --session, or of the latest session" },
      session: { value: "ID", summary: "everything in a session that isn't undone yet" },
      to: { value: "ID", summary: "everything after this entry" },
      ...revertFlags,
    },
    notes: [
      "ID is an entry's number in the journal. Either the whole target is undone, or nothing.",
      "If a path has changed since, its difference is shown and nothing is undone. --force undoes it all the same, and keeps the newer content as its own journal entry.",
      "Exit status: 0 done, 1 nothing to do or not possible.",
    ],
    load: async () => (await import("../commands/undo.ts")).undo,
  },
  {
    name: "redo",
    summary: "redo what the last undo changed, or the undo you name",
    usage: ["redo [ID] [--force] [--dry-run] [--json]"],
    flags: { ...globalFlags, ...revertFlags },
    notes: ["Exit status: 0 done, 1 nothing to do or not possible."],
    load: async () => (await import("../commands/undo.ts")).redo,
  },
  {
    name: "journal",
    summary: "list what was done in this folder, newest first",
    usage: ["journal [--session S] [--turn N] [--changes] [--limit N] [--json]"],
    flags: {
      ...globalFlags,
      session,
      turn: { value: "N", summary: "only this turn; needs --session" },
      changes: { summary: "only calls that changed files, or may have" },
      limit,
      from,
      json: { summary: "print JSON lines, one entry each" },
    },
    notes: [
      "'interrupted' means that the process was killed during the call, so its result is unknown.",
      "CHANGES counts the changed paths; ? means unknown.",
    ],
    load: async () => (await import("../commands/journal.ts")).journal,
  },
  {
    name: "journal show",
    summary: "show one entry: its input, decision, outcome and changes",
    usage: ["journal show ID [--json]"],
    flags: { ...globalFlags, from, json },
    load: async () => (await import("../commands/journal-show.ts")).journalShow,
  },
  {
    name: "journal sessions",
    summary: "list the sessions, latest first",
    usage: ["journal sessions [--limit N] [--json]"],
    flags: { ...globalFlags, limit, from, json },
    load: async () => (await import("../commands/journal-sessions.ts")).journalSessions,
  },
  {
    name: "journal prune",
    summary: "delete the oldest entries; they can no longer be undone",
    usage: ["journal prune [--older-than 30d] [--max-size 500MB] [--json]"],
    flags: {
      ...globalFlags,
      "older-than": { value: "TIME", summary: "entries older than this: 12h, 30d, 8w" },
      "max-size": {
        value: "SIZE",
        summary: "the oldest entries, until this much is left: 500MB, 2GB",
      },
      from,
      json,
    },
    notes: ["Without flags, the settings decide (budgets.journal; default: 30 days, 1024 MB)."],
    load: async () => (await import("../commands/journal-prune.ts")).journalPrune,
  },
  {
    name: "journal export",
    summary: "print every entry, oldest first, for other programs",
    usage: ["journal export [--format jsonl|otel] [--session S]"],
    flags: {
      ...globalFlags,
      format: {
        value: "F",
        choices: ["jsonl", "otel"],
        summary: "jsonl (default): entries with their changes; otel: OTLP/JSON spans, one per line",
      },
      session,
      from,
    },
    notes: [
      "otel follows the GenAI conventions (execute_tool spans), without inputs and results. Read it with a collector's otlpjsonfile receiver.",
    ],
    load: async () => (await import("../commands/journal-export.ts")).journalExport,
  },
  ...mcpCommands,
  {
    name: "mcp serve",
    summary: "serve these tools to any MCP host, under this policy",
    usage: [
      "mcp serve [--approve elicit|console|deny] [--all-tools] [--structured]",
      "mcp serve --http PORT [--no-auth] [--approve elicit|console|deny] [--all-tools] [--structured]",
    ],
    flags: {
      ...globalFlags,
      "all-tools": { summary: "also list tools that a model finds through a search" },
      approve: {
        value: "WHO",
        choices: ["elicit", "console", "deny"],
        summary: "who approves: the host's user (elicit, default), this terminal, or nobody",
      },
      http: { value: "PORT", summary: "serve HTTP, on this machine only; 0 picks a free port" },
      "no-auth": { summary: "with --http: accept calls without a token" },
      structured: { summary: "send structured results, which include the whole text" },
    },
    notes: [
      "Without --http it uses standard input and output, and ends with its host.",
      "With --http it prints its address and a token on standard error, and runs until you stop it.",
      "A host that can't show prompts gets a refusal that names what would allow the call.",
    ],
    load: async () => (await import("../commands/mcp-serve.ts")).mcpServe,
  },
  {
    name: "doctor",
    summary: "check this machine and the settings, and show how to fix problems",
    usage: ["doctor [--json]"],
    flags: { ...globalFlags, json },
    notes: ["Exit status: 0 if nothing failed (warnings don't count), otherwise 1."],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
];
