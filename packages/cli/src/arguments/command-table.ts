import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { mcpCommands } from "./mcp-commands.ts";

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

const session = { value: "S", summary: "only this session, as `journal sessions` names it" };
const limit = { value: "N", summary: "so many at most (default: 50)" };
const from = {
  value: "DIR",
  summary: "the journal of a folder as it was called before it was moved",
};

const scopes = ["once", "session", "project", "user"];

const revertFlags = {
  force: { summary: "also what was changed since, which is kept, and as far as possible" },
  "dry-run": { summary: "only tell what it would do" },
  json,
};

/** Every command there is. Adding one is adding its entry here and its file in `commands/`. */
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
      stdin: { summary: 'JSON lines {"id"?, "tool", "input"} in, one outcome a line out' },
      yes: { short: "y", summary: "answer every question with yes, once; a denial stays one" },
      json: { summary: "print the whole outcome as one line of JSON" },
    },
    notes: [
      "key=value is read by the tool's schema; key:=JSON gives any value. A list takes its key again for each item. A value without a key goes to the first required argument that has none.",
      "Each call is a session of its own, and what it starts ends with it; --stdin makes one session of many calls.",
      "Exit status: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. With --stdin: 0 when every line was answered.",
    ],
    load: async () => (await import("../commands/call.ts")).call,
  },
  {
    name: "tools",
    summary: "list the tools that a model would be shown",
    usage: ["tools [TOOL] [--dialect D] [--scope main|sub] [--all-tools] [--all] [--json]"],
    flags: {
      ...globalFlags,
      dialect: {
        value: "D",
        choices: dialects,
        summary: `as JSON, in the shape of one vendor: ${dialects.join(", ")}`,
      },
      scope: {
        value: "SCOPE",
        choices: ["main", "sub"],
        summary: "for the main agent (default) or for sub-agents",
      },
      "all-tools": { summary: "also those that are found through a search" },
      all: { summary: "also what isn't available now, with the reason" },
      json,
    },
    notes: [
      "With TOOL: that tool alone, with its arguments.",
      "With --mode plan: only what plan mode can use.",
    ],
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
    name: "policy test",
    summary: "hold the rules against their examples, and the policy against a file of cases",
    usage: ["policy test [--json]", "policy test FILE.jsonl [--json]"],
    flags: { ...globalFlags, json },
    notes: [
      'A case is a line {"command": "…", "expect": "allow|ask|deny"} or {"tool": "…", "input": {…}, "expect": "…"}.',
      "Exit status: 0 when all came out as expected, else 1.",
    ],
    load: async () => (await import("../commands/policy-test.ts")).policyTest,
  },
  {
    name: "policy list",
    summary: "the rules by layer, the grants, the mode, and whether the project is trusted",
    usage: ["policy list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/policy-list.ts")).policyList,
  },
  {
    name: "policy grant",
    summary: "allow from now on what would be asked; never what is denied",
    usage: [
      "policy grant 'PATTERN' [--scope S] [--agent A] [--expires 8h] [--uses N] [--delegable] [--protected]",
    ],
    flags: {
      ...globalFlags,
      scope: {
        value: "S",
        choices: scopes,
        summary: "once, session (the first that uses it), project (default), user (every folder)",
      },
      agent: { value: "A", summary: "only for this agent; without it, for the main agent" },
      expires: { value: "TIME", summary: "until when: 30m, 8h, 7d, 2w" },
      uses: { value: "N", summary: "for how many calls" },
      delegable: { summary: "its child agents have it, too" },
      protected: { summary: "it names secrets or what is outside the workspace on purpose" },
      json,
    },
    notes: ["A rule that says always, and a built-in denial, is never answered by a grant."],
    load: async () => (await import("../commands/policy-grant.ts")).policyGrant,
  },
  {
    name: "policy revoke",
    summary: "end a grant, also for sessions that run",
    usage: ["policy revoke ID [--json]", "policy revoke --all"],
    flags: {
      ...globalFlags,
      all: { summary: "every grant for this folder, and for every folder" },
      json,
    },
    load: async () => (await import("../commands/policy-revoke.ts")).policyRevoke,
  },
  {
    name: "policy import",
    summary: "Claude Code's permission rules as ours, never looser than they were",
    usage: ["policy import FILE|- [--json]", "policy import FILE --write"],
    flags: {
      ...globalFlags,
      write: { summary: "add them to your own settings file, which keeps its comments" },
      json,
    },
    notes: [
      "What can't be said, or is said differently, is noted on standard error (with --json, in remarks).",
      "Exit status: 0; 1 when an ask or a deny had to be left out.",
    ],
    load: async () => (await import("../commands/policy-import.ts")).policyImport,
  },
  {
    name: "policy trust",
    summary: "show what this project's own settings would allow, and accept them as they are",
    usage: ["policy trust [--yes]"],
    flags: { ...globalFlags, yes: { short: "y", summary: "accept them without being asked" } },
    notes: [
      "Trust is bound to the content of .toolwright and .mcp.json, and is kept outside the folder: after a change they only tighten until they are accepted again.",
      "Exit status: 0 trusted, or nothing to trust; 2 nobody to ask; 3 not accepted.",
    ],
    load: async () => (await import("../commands/policy-trust.ts")).policyTrust,
  },
  {
    name: "policy untrust",
    summary: "take this project's trust back: its settings only tighten from now on",
    usage: ["policy untrust"],
    flags: globalFlags,
    load: async () => (await import("../commands/policy-untrust.ts")).policyUntrust,
  },
  {
    name: "policy simulate",
    summary: "what these settings would have decided of the journal's calls; runs nothing",
    usage: ["policy simulate [--session S] [--limit N] [--json]"],
    flags: { ...globalFlags, session, limit, from, json },
    notes: [
      "Each call is decided anew by the effects it had, without grants. Try other rules with --settings FILE, another mode with --mode.",
      "Exit status: 0, however many decisions change.",
    ],
    load: async () => (await import("../commands/policy-simulate.ts")).policySimulate,
  },
  {
    name: "undo",
    summary: "undo what calls changed: the last change, or what is named",
    usage: [
      "undo [ID] [--force] [--dry-run] [--json]",
      "undo --call ID | --turn N | --session ID | --to ID",
    ],
    flags: {
      ...globalFlags,
      call: { value: "ID", summary: "one call, by its own id" },
      turn: { value: "N", summary: "a turn: of --session, or of the last one" },
      session: { value: "ID", summary: "all that is left of a session" },
      to: { value: "ID", summary: "all that came after this entry" },
      ...revertFlags,
    },
    notes: [
      "ID is an entry's number, as the journal lists it. All of a target is undone, or nothing.",
      "A path that was changed since is shown with its difference, and nothing is touched; --force keeps what is there now as an entry of its own.",
      "Exit status: 0 done, 1 nothing to do, or something is in the way.",
    ],
    load: async () => (await import("../commands/undo.ts")).undo,
  },
  {
    name: "redo",
    summary: "take an undo back: the last one, or the one that is named",
    usage: ["redo [ID] [--force] [--dry-run] [--json]"],
    flags: { ...globalFlags, ...revertFlags },
    notes: ["Exit status: 0 done, 1 nothing to do, or something is in the way."],
    load: async () => (await import("../commands/undo.ts")).redo,
  },
  {
    name: "journal",
    summary: "what was done in this folder, newest first",
    usage: ["journal [--session S] [--turn N] [--changes] [--limit N] [--json]"],
    flags: {
      ...globalFlags,
      session,
      turn: { value: "N", summary: "only this turn; with --session" },
      changes: { summary: "only what changed a file, or may have" },
      limit,
      from,
      json: { summary: "JSON lines, one entry each" },
    },
    notes: [
      "Of a call that was interrupted it isn't known how it ended: its process was killed.",
      "CHANGES is how many paths it changed, and ? where that isn't known.",
    ],
    load: async () => (await import("../commands/journal.ts")).journal,
  },
  {
    name: "journal show",
    summary: "one entry: what was asked, decided and done, and what it changed",
    usage: ["journal show ID [--json]"],
    flags: { ...globalFlags, from, json },
    load: async () => (await import("../commands/journal-show.ts")).journalShow,
  },
  {
    name: "journal sessions",
    summary: "the sessions, the latest first",
    usage: ["journal sessions [--limit N] [--json]"],
    flags: { ...globalFlags, limit, from, json },
    load: async () => (await import("../commands/journal-sessions.ts")).journalSessions,
  },
  {
    name: "journal prune",
    summary: "forget the oldest; what is forgotten can't be undone any more",
    usage: ["journal prune [--older-than 30d] [--max-size 500MB] [--json]"],
    flags: {
      ...globalFlags,
      "older-than": { value: "TIME", summary: "entries older than that: 12h, 30d, 8w" },
      "max-size": { value: "SIZE", summary: "the oldest, until so much is left: 500MB, 2GB" },
      from,
      json,
    },
    notes: ["Without flags by the settings (budgets.journal): 30 days and 1024 MB by default."],
    load: async () => (await import("../commands/journal-prune.ts")).journalPrune,
  },
  {
    name: "journal export",
    summary: "every entry, oldest first, for other programs",
    usage: ["journal export [--format jsonl|otel] [--session S]"],
    flags: {
      ...globalFlags,
      format: {
        value: "F",
        choices: ["jsonl", "otel"],
        summary: "jsonl (default): entries with their changes; otel: OTLP/JSON spans, a line each",
      },
      session,
      from,
    },
    notes: [
      "otel follows the GenAI conventions (execute_tool spans), without inputs and results. A collector reads it with its otlpjsonfile receiver.",
    ],
    load: async () => (await import("../commands/journal-export.ts")).journalExport,
  },
  ...mcpCommands,
  {
    name: "mcp serve",
    summary: "be an MCP server: these tools, under this policy, for any host",
    usage: [
      "mcp serve [--approve elicit|console|deny] [--all-tools] [--structured]",
      "mcp serve --http PORT [--no-auth] [--approve elicit|console|deny] [--all-tools] [--structured]",
    ],
    flags: {
      ...globalFlags,
      "all-tools": { summary: "list all tools, also those that are found through a search" },
      approve: {
        value: "WHO",
        choices: ["elicit", "console", "deny"],
        summary: "who is asked: the host's person (default), this terminal, or nobody",
      },
      http: { value: "PORT", summary: "serve HTTP on this machine only; 0 takes a free port" },
      "no-auth": { summary: "with --http: take calls without a token" },
      structured: { summary: "send structured results, which also hold the whole text" },
    },
    notes: [
      "Without --http it speaks on standard input and output, and ends with its host.",
      "With --http it prints its address and a token on standard error, and serves until it is stopped.",
      "A host that can't show questions gets a refusal that says what would allow the call.",
    ],
    load: async () => (await import("../commands/mcp-serve.ts")).mcpServe,
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
