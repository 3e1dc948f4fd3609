import { type CommandLimits, splitWords } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import { directory } from "./uri-field.ts";

export const shellWith = ({ timeoutMs }: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "shell_exec",
    description: {
      summary: "Runs a command line in bash and answers with its output and exit status.",
      details: `Each call is a new shell: name the directory in uri instead of changing to it. It is stopped after ${timeoutMs / 1_000} s with everything it started. system_info tells the system it runs on.`,
      notes: [
        "Not for files: the tools that read, edit and search them are quicker and mostly need no approval.",
        "There is no input: commands that open an editor or a pager, or ask, get none.",
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
    summary: "Runs git with the given arguments and answers with its output and exit status.",
    details:
      "cmd is what would stand behind git in a command line: log --oneline -20. Quotes group words; nothing is expanded, and no other program is run. Looking needs no approval inside the workspace; changing does.",
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

/** Errors: `input-invalid` for quotes that aren't closed. */
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
      "Tells the operating system, shell, current directory, workspace, time, processors and memory.",
    details: "Use it once before shell_exec when commands depend on the system; it takes no input.",
    samples: [{ input: {} }],
  },
  input: z.strictObject({}),
  toCanonical: () => ({}),
});
