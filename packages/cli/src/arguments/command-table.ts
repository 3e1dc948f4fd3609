import { editorNames, hostNames } from "../hosts/host-names.ts";
import { phrase } from "../language/phrase.ts";
import type { CommandSpec } from "./command.ts";
import { approvalCommands } from "./approval-commands.ts";
import { globalFlags } from "./global-flags.ts";
import { journalCommands } from "./journal-commands.ts";
import { mcpCommands } from "./mcp-commands.ts";
import { policyCommands } from "./policy-commands.ts";
import { approvals, approvalsWait, input, json, limit, modelFlags } from "./shared-flags.ts";

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

/** All commands. A new one needs an entry here and a file in `commands/`. */
export const commands: readonly CommandSpec[] = [
  {
    name: "call",
    summary: phrase("run one tool call through the whole pipeline"),
    usage: [
      "call TOOL [value …] [key=value …] [--yes] [--stage] [--json]",
      "call TOOL --input JSON",
      "call TOOL --help",
      "call TOOL … --approvals DIR | --approved FILE",
      "call --stdin",
    ],
    operands: "tools",
    helpsWithNames: true,
    flags: {
      ...globalFlags,
      input,
      stdin: {
        summary: phrase("read JSON lines {shape}, print one outcome per line", {
          shape: '{"id"?, "tool", "input"}',
        }),
      },
      yes: { short: "y", summary: phrase("approve every prompt once; denials stay denied") },
      approvals,
      "approvals-wait": approvalsWait,
      approved: {
        value: "FILE",
        summary: phrase("a question of this call that was answered; used once"),
      },
      stage: { summary: phrase("run it in a throw-away view, then commit or drop its changes") },
      json: { summary: phrase("print the whole outcome as one line of JSON") },
    },
    notes: [
      phrase(
        "key=value is read by the tool's schema; key:=JSON gives any value. Repeat a key to fill a list. A value without a key goes to the first required argument that has no value yet.",
      ),
      phrase(
        "Each call is its own session, and the processes it starts end with it. --stdin runs many calls in one session.",
      ),
      phrase(
        "Exit status: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. With --stdin: 0 if every line was answered.",
      ),
    ],
    load: async () => (await import("../commands/call.ts")).call,
  },
  {
    name: "run",
    summary: phrase("let an agent work on a task"),
    usage: [
      'run "TASK" [--model VENDOR/ID] [--yes] [--stage] [--json]',
      "… | toolwright run",
      'run --resume ID|last ["TASK"]',
      'run "TASK" --approvals DIR',
      "run --demo",
      "run --show-prompt",
    ],
    flags: {
      ...globalFlags,
      ...modelFlags,
      resume: {
        value: "ID",
        summary: phrase("continue a conversation of this folder; `last` is the latest"),
      },
      "max-steps": {
        value: "N",
        summary: phrase("stop after this many answers of the model (default: 500)"),
      },
      "output-schema": {
        value: "FILE",
        summary: phrase("print the answer as JSON that fits the JSON Schema in this file"),
      },
      yes: { short: "y", summary: phrase("approve every prompt once; denials stay denied") },
      approvals,
      "approvals-wait": approvalsWait,
      stage: { summary: phrase("run it in a throw-away view, then commit or drop its changes") },
      demo: {
        summary: phrase("watch a scripted model fix a failing test in a new folder; needs no key"),
      },
      "show-prompt": { summary: phrase("print the system prompt and its size; asks no model") },
      json: { summary: phrase("print every event as one line of JSON") },
    },
    notes: [
      phrase(
        "The key is read from the vendor's usual variable ({variables}). Without a terminal and without --yes, a call that needs approval is refused, and the model is told.",
        {
          variables: "OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, TOOLWRIGHT_API_KEY",
        },
      ),
      phrase(
        "With --approvals, a call that needs approval is refused and its question left; the agent goes on without it. Answered calls are made with {command}",
        { command: "toolwright run --resume ID --approvals DIR" },
      ),
      phrase(
        "Exit status: 0 done, 1 failed or a budget is spent, 2 usage, 3 stopped by a refusal or waiting for an approval, 130 cancelled. To undo what the agent changed: {command}",
        { command: "toolwright undo" },
      ),
    ],
    load: async () => (await import("../commands/run.ts")).run,
  },
  {
    name: "conversations",
    summary: phrase("list the agent's conversations in this folder, latest first"),
    usage: ["conversations [--limit N] [--json]", "conversations --remove ID"],
    flags: {
      ...globalFlags,
      limit,
      remove: {
        value: "ID",
        summary: phrase("delete a conversation, but not what the agent changed"),
      },
      json,
    },
    notes: [
      phrase("'interrupted' means that the process was killed. To continue one: {command}", {
        command: "toolwright run --resume ID",
      }),
    ],
    load: async () => (await import("../commands/conversations.ts")).conversations,
  },
  {
    name: "tools",
    summary: phrase("list the tools that a model would see"),
    usage: ["tools [TOOL] [--dialect D] [--scope main|sub] [--all-tools] [--all] [--json]"],
    operands: "tools",
    flags: {
      ...globalFlags,
      dialect: {
        value: "D",
        choices: dialects,
        summary: phrase("print JSON in one vendor's format: {dialects}", {
          dialects: dialects.join(", "),
        }),
      },
      scope: {
        value: "SCOPE",
        choices: ["main", "sub"],
        summary: phrase("for the main agent (default) or for sub-agents"),
      },
      "all-tools": { summary: phrase("also list tools that a model finds through a search") },
      all: { summary: phrase("also list unavailable tools, with the reason") },
      json,
    },
    notes: [
      phrase("With TOOL: only that tool, with its arguments."),
      phrase("With --mode plan: only the tools of plan mode."),
    ],
    load: async () => (await import("../commands/tools.ts")).tools,
  },
  ...policyCommands,
  ...approvalCommands,
  ...journalCommands,
  ...mcpCommands,
  {
    name: "mcp serve",
    summary: phrase("serve these tools to any MCP host, under this policy"),
    usage: [
      "mcp serve [--approve elicit|console|deny | --approvals DIR] [--all-tools] [--structured]",
      "mcp serve --http PORT [--no-auth] [--approve elicit|console|deny] [--all-tools] [--structured]",
    ],
    flags: {
      ...globalFlags,
      "all-tools": { summary: phrase("also list tools that a model finds through a search") },
      approve: {
        value: "WHO",
        choices: ["elicit", "console", "deny"],
        summary: phrase(
          "who approves: the host's user (elicit, default), this terminal, or nobody",
        ),
      },
      approvals,
      "approvals-wait": approvalsWait,
      http: {
        value: "PORT",
        summary: phrase("serve HTTP, on this machine only; 0 picks a free port"),
      },
      "no-auth": { summary: phrase("with --http: accept calls without a token") },
      stage: {
        summary: phrase("run each call that may change something in a throw-away view first"),
      },
      structured: { summary: phrase("send structured results, which include the whole text") },
    },
    notes: [
      phrase("Without --http it uses standard input and output, and ends with its host."),
      phrase(
        "With --http it prints its address and a token on standard error, and runs until you stop it.",
      ),
      phrase("A host that can't show prompts gets a refusal that names what would allow the call."),
    ],
    load: async () => (await import("../commands/mcp-serve.ts")).mcpServe,
  },
  {
    name: "acp",
    summary: phrase("serve this agent to an editor over ACP (Zed, JetBrains, Neovim)"),
    usage: ["acp [--model VENDOR/ID] [--base-url URL] [--mode MODE]"],
    flags: { ...globalFlags, ...modelFlags },
    notes: [
      phrase("Editors start it. It uses standard input and output, and ends with its editor."),
      phrase(
        "{flag} names a folder that an editor may open although it holds more than a project.",
        { flag: "--workspace" },
      ),
    ],
    load: async () => (await import("../commands/acp.ts")).acp,
  },
  {
    name: "init",
    summary: phrase("add the tools and the agent to the editors and agents on this machine"),
    operands: [...hostNames, ...editorNames],
    usage: ["init [HOST …] [--yes] [--no-own-tools]", "init --dry-run", "init --undo [HOST …]"],
    flags: {
      ...globalFlags,
      yes: { short: "y", summary: phrase("make the changes without a prompt") },
      "no-own-tools": {
        summary: phrase(
          "also turn off the hosts' own tools for files and commands, where a setting can",
        ),
      },
      "dry-run": { summary: phrase("only show what would happen") },
      undo: { summary: phrase("take back what init has changed") },
    },
    notes: [
      phrase("Hosts: {hosts}. Default: all that are on this machine.", {
        hosts: [...hostNames, ...editorNames].join(", "),
      }),
      phrase(
        "Each change is shown as a diff and made after your approval. Comments and everything else in the files stay.",
      ),
      phrase("Exit status: 0; 1 if something could not be changed; 3 if nobody has approved it."),
    ],
    load: async () => (await import("../commands/init.ts")).init,
  },
  {
    name: "completion",
    summary: phrase("print a script that completes this command line in a shell"),
    usage: ["completion bash|zsh|fish"],
    flags: globalFlags,
    operands: ["bash", "zsh", "fish"],
    notes: [
      phrase("bash: {command}", { command: 'eval "$(toolwright completion bash)"' }),
      phrase("zsh: {command}", { command: 'eval "$(toolwright completion zsh)"' }),
      phrase("fish: {command}", { command: "toolwright completion fish | source" }),
    ],
    load: async () => (await import("../commands/completion.ts")).completion,
  },
  {
    name: "man",
    summary: phrase("print the manual page: {command}", { command: "toolwright man | man -l -" }),
    usage: ["man"],
    flags: globalFlags,
    load: async () => (await import("../commands/man.ts")).man,
  },
  {
    name: "doctor",
    summary: phrase("check this machine and the settings, and show how to fix problems"),
    usage: ["doctor [--json]"],
    flags: { ...globalFlags, json },
    notes: [phrase("Exit status: 0 if nothing failed (warnings don't count), otherwise 1.")],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
];
