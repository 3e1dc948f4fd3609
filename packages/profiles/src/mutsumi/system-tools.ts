import { type CommandLimits, splitWords } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { directory } from "./uri-field.ts";

export const shellWith = ({ timeoutMs }: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "shell_exec",
    description: {
      summary: "Runs a command line in bash. Returns its output and exit status.",
      details: `Each call starts a new shell: use uri instead of cd. It is stopped after ${timeoutMs / 1_000} s with everything it started. system_info describes the system.`,
      notes: [
        "Not for files: the tools that read, edit and search them are faster and mostly need no approval.",
        "Standard input is empty: avoid editors, pagers and prompts.",
      ],
      samples: [{ input: { uri: ".", cmd: "npm test" } }],
    },
    input: z.strictObject({
      uri: directory("run it in, inside the workspace"),
      cmd: z.string().min(1).describe("The command line."),
    }),
    fields: { command: "cmd", cwd: "uri", timeout_ms: null },
    toCanonical: ({ uri, cmd }) => ({ command: cmd, cwd: uri, timeout_ms: timeoutMs }),
  });

export const gitCommand: ProfileTool = toolAlias("git", {
  name: "git_cmd",
  description: {
    summary: "Runs git with the given arguments. Returns its output and exit status.",
    details:
      "cmd has git's arguments, as in a command line: log --oneline -20. Quotes group words; nothing is expanded, and no other program runs. Reading the repository needs no approval; changing it does.",
    notes: ["Give commit messages with -m: there is no editor and no pager."],
    samples: [{ input: { uri: ".", cmd: "status --short" } }],
  },
  input: z.strictObject({
    uri: directory("run it in, inside the workspace"),
    cmd: z.string().min(1).describe('Git\'s arguments, with or without "git" before them.'),
  }),
  fields: { args: "cmd", cwd: "uri" },
  toCanonical: ({ uri, cmd }) => ({ args: gitWords(cmd), cwd: uri }),
});

/** Errors: `input-invalid` for unclosed quotes. */
function gitWords(text: string): readonly string[] {
  const words = splitWords(text);
  return words[0] === "git" ? words.slice(1) : words;
}

export const environmentVariable: ProfileTool = toolAlias("get_environment", {
  name: "get_env_var",
  description: {
    summary: "Shows the value of one environment variable.",
    details:
      "A value that looks like a secret needs a person's approval, and is shown as a placeholder.",
    samples: [{ input: { name: "NODE_ENV" } }],
  },
  input: z.strictObject({
    name: z.string().min(1).describe("The variable, in its exact spelling."),
  }),
  toCanonical: ({ name }) => ({ name }),
});

export const system: ProfileTool = toolAlias("system_info", {
  name: "system_info",
  description: {
    summary:
      "Shows the operating system, shell, current directory, workspace, time, processors and memory.",
    details: "Call it once before shell_exec if commands depend on the system. It takes no input.",
    samples: [{ input: {} }],
  },
  input: z.strictObject({}),
  toCanonical: () => ({}),
});
