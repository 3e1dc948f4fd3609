import { phrase } from "../language/phrase.ts";
import type { CommandSpec } from "./command.ts";
import { globalFlags } from "./global-flags.ts";
import { from, input, json, labels, limit, session } from "./shared-flags.ts";

const scopes = ["once", "session", "project", "user"];

/** The commands that explain and change what is allowed. */
export const policyCommands: readonly CommandSpec[] = [
  {
    name: "policy explain",
    summary: phrase(
      "show the decision for a call, its reason, and what would change it; runs nothing",
    ),
    usage: [
      "policy explain TOOL [key=value …] [--labels web,secret] [--json]",
      "policy explain TOOL --input JSON",
      "policy explain 'COMMAND LINE'",
    ],
    flags: {
      ...globalFlags,
      input,
      command: {
        value: "CMD",
        summary: phrase("a command line, as the command tool would get it"),
      },
      labels,
      json,
    },
    load: async () => (await import("../commands/policy-explain.ts")).policyExplain,
  },
  {
    name: "policy check",
    summary: phrase("show the decision for command lines; runs nothing"),
    usage: ["policy check 'COMMAND LINE' [--json]", "policy check --stdin"],
    flags: {
      ...globalFlags,
      stdin: {
        summary: phrase("read JSON lines {shape}, print one decision per line, in order", {
          shape: '{"command"}',
        }),
      },
      labels,
      json,
    },
    notes: [phrase("Exit status: 0 if every line was answered, whatever the decisions are.")],
    load: async () => (await import("../commands/policy-check.ts")).policyCheck,
  },
  {
    name: "policy test",
    summary: phrase("test the rules with their own examples, and the policy with a file of cases"),
    usage: ["policy test [--json]", "policy test FILE.jsonl [--json]"],
    flags: { ...globalFlags, json },
    notes: [
      phrase("A case is a line {command} or {tool}.", {
        command: '{"command": "…", "expect": "allow|ask|deny"}',
        tool: '{"tool": "…", "input": {…}, "expect": "…"}',
      }),
      phrase("Exit status: 0 if every decision is as expected, otherwise 1."),
    ],
    load: async () => (await import("../commands/policy-test.ts")).policyTest,
  },
  {
    name: "policy list",
    summary: phrase("list the rules by layer, the grants, the mode and the trust in the project"),
    usage: ["policy list [--json]"],
    flags: { ...globalFlags, json },
    load: async () => (await import("../commands/policy-list.ts")).policyList,
  },
  {
    name: "policy grant",
    summary: phrase("allow what would otherwise need approval; a denial stays denied"),
    usage: [
      "policy grant 'PATTERN' [--scope S] [--agent A] [--expires 8h] [--uses N] [--delegable] [--protected]",
    ],
    flags: {
      ...globalFlags,
      scope: {
        value: "S",
        choices: scopes,
        summary: phrase(
          "once, session (the first one to use it), project (default), user (every folder)",
        ),
      },
      agent: { value: "A", summary: phrase("only for this agent (default: the main agent)") },
      expires: { value: "TIME", summary: phrase("how long it lasts: 30m, 8h, 7d, 2w") },
      uses: { value: "N", summary: phrase("how many calls it allows") },
      delegable: { summary: phrase("also for the agent's child agents") },
      protected: {
        summary: phrase("include secrets and paths outside the workspace that the pattern names"),
      },
      json,
    },
    notes: [phrase('A grant never overrides a rule with "always" or a built-in denial.')],
    load: async () => (await import("../commands/policy-grant.ts")).policyGrant,
  },
  {
    name: "policy revoke",
    summary: phrase("end a grant, in running sessions as well"),
    usage: ["policy revoke ID [--json]", "policy revoke --all"],
    flags: {
      ...globalFlags,
      all: { summary: phrase("every grant, for this folder and for every folder") },
      json,
    },
    load: async () => (await import("../commands/policy-revoke.ts")).policyRevoke,
  },
  {
    name: "policy import",
    summary: phrase("convert Claude Code's permission rules, never to looser ones"),
    usage: ["policy import FILE|- [--json]", "policy import FILE --write"],
    flags: {
      ...globalFlags,
      write: { summary: phrase("add them to your own settings file; its comments stay") },
      json,
    },
    notes: [
      phrase("Standard error lists the rules that are left out or changed (with --json: remarks)."),
      phrase("Exit status: 0; 1 if an ask or deny rule had to be left out."),
    ],
    load: async () => (await import("../commands/policy-import.ts")).policyImport,
  },
  {
    name: "policy trust",
    summary: phrase("show what this project's own settings would allow, and accept them"),
    usage: ["policy trust [--yes]"],
    flags: { ...globalFlags, yes: { short: "y", summary: phrase("accept them without a prompt") } },
    notes: [
      phrase(
        "Trust covers the exact content of .toolwright, .mcp.json and the skills in .agents and .claude, and is stored outside the folder. After a change, the project's settings can only tighten the policy until you accept them again.",
      ),
      phrase(
        "Exit status: 0 trusted, or nothing to trust; 2 no terminal to prompt on; 3 not accepted.",
      ),
    ],
    load: async () => (await import("../commands/policy-trust.ts")).policyTrust,
  },
  {
    name: "policy untrust",
    summary: phrase("stop trusting this project: its settings can only tighten the policy"),
    usage: ["policy untrust"],
    flags: globalFlags,
    load: async () => (await import("../commands/policy-untrust.ts")).policyUntrust,
  },
  {
    name: "policy simulate",
    summary: phrase("decide the journal's calls again with these settings; runs nothing"),
    usage: ["policy simulate [TAPE …] [--session S] [--limit N] [--json]"],
    flags: { ...globalFlags, session, limit, from, json },
    notes: [
      phrase(
        "Each call is decided again by its recorded effects, without grants. Try other rules with --settings FILE, another mode with --mode.",
      ),
      phrase("Exit status: 0, even if decisions change."),
    ],
    load: async () => (await import("../commands/policy-simulate.ts")).policySimulate,
  },
];
