import { phrase } from "./language/phrase.ts";
import { homedir } from "node:os";
import { defineTool, type EffectsContext } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { assertArgument } from "./shell/assert-argument.ts";
import { type CommandLimits, defaultCommandLimits } from "./shell/command-limits.ts";
import { commandDirectory } from "./shell/command-directory.ts";
import {
  type AnalyzedCommand,
  analyzeCommand,
  type CommandWorkspace,
} from "./shell/command-effects.ts";
import { type CommandOutput, commandOutput, commandResult } from "./shell/command-result.ts";
import { quoteCommand } from "./shell/quote-command.ts";
import { outputLimits } from "./shell/output-limits.ts";
import { runShell, type ShellLine } from "./shell/run-shell.ts";
import { cutLine } from "./text/cut-line.ts";

const MAX_WORDS = 1_000;
const MAX_WORD_CHARACTERS = 100_000;

const MAX_SUMMARY_CHARACTERS = 200;

const input = z.strictObject({
  args: z
    .array(z.string().max(MAX_WORD_CHARACTERS))
    .min(1)
    .max(MAX_WORDS)
    .describe(
      'Without "git", one item per argument: ["log", "--oneline", "-20"]. Nothing is expanded.',
    ),
  cwd: z.string().min(1).optional().describe("Directory to run it in. Default: the current one."),
});

type Input = z.infer<typeof input>;

/** Runs git with quoted arguments, so that no shell interprets them. */
export const git = createGit(defaultCommandLimits);

/** The same tool for commands with other limits. */
export function gitWith(limits: CommandLimits): typeof git {
  return limits.timeoutMs === defaultCommandLimits.timeoutMs ? git : createGit(limits);
}

function createGit({ timeoutMs }: CommandLimits) {
  return defineTool<Input, ShellLine, CommandOutput>({
    name: "git",
    title: "Git",
    kind: "execute",
    version: "1",
    exposure: "deferred",
    description: {
      summary: "Runs git with the given arguments. Returns its output and exit status.",
      details: `Reading the repository needs no approval; changing it or using the network does. No shell, pager, editor or input: give commit messages with -m. For pipes and several commands use {tool:run_command}. Stopped after ${timeoutMs / 1_000} s. Long output is cut in the middle.`,
      notes: ["Keep output short: -n for log, --stat and a path after -- for diff."],
      samples: [
        { input: { args: ["status", "--short"] } },
        { input: { args: ["diff", "--stat", "HEAD~3", "--", "src"] } },
      ],
    },
    needs: ["processes"],
    category: "commands",
    tags: ["version control", "repository", "diff", "history", "commit"],
    streamsOutput: true,
    input,
    output: commandOutput,
    timeoutMs,
    preparesWithoutReading: true,
    async effects({ args, cwd = "." }, context) {
      const place = commandDirectory(cwd, await context.resolve(cwd));
      return analyzed(args, place, context, context).effects;
    },
    async prepare({ args, cwd = "." }, { workspace, home, secretAround, language }) {
      args.forEach((word, index) => assertArgument(`args[${index}]`, word));
      const place = commandDirectory(cwd, await workspace.resolve(cwd));
      const { effects, ...facts } = analyzed(args, place, { home }, workspace);
      const command = quoteCommand(["git", ...args]);
      const { text } = cutLine(command, MAX_SUMMARY_CHARACTERS, { secretAround });
      return {
        summary: [
          phrase("Run {command}", { command: text }),
          ...(cwd === "." ? [] : [phrase("in {folder}", { folder: shownName(cwd) })]),
        ]
          .map(language.say)
          .join(" "),
        effects,
        preview: { type: "terminal", command, output: "" },
        prepared: { command, cwd: place, ...facts },
      };
    },
    async execute(line, context) {
      const limits = outputLimits(context);
      return commandResult(line.command, await runShell(line, context, limits), context);
    },
  });
}

function analyzed(
  words: readonly string[],
  cwd: string,
  { home = homedir() }: Pick<EffectsContext, "home">,
  workspace: CommandWorkspace,
): AnalyzedCommand {
  return analyzeCommand(quoteCommand(["git", ...words]), { cwd, home }, workspace);
}
