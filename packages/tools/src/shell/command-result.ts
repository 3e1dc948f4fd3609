import { type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { isGitIgnored } from "@toolwright/workspace/internal";
import { z } from "zod";
import { describeEnd } from "./describe-end.ts";
import { shownInWorkspace } from "./offer-reverted.ts";
import { renderOutput } from "./render-output.ts";
import type { ConfinedEnd, MovedRun } from "./run-confined.ts";

/** The structured result of a command that ended or moved to the background. */
export const commandOutput = z.strictObject({
  backgroundId: z
    .string()
    .optional()
    .describe(
      "The id of a command that continues in the background, for reading its output and stopping it.",
    ),
  exitCode: z.int().nullable().describe("Null if a signal ended it, or if it is still running."),
  outputBytes: z.int().describe("The size of its whole output, in bytes."),
  storedOutput: z
    .string()
    .optional()
    .describe("If output was left out: the path at which all of it can be read and searched."),
  text: z.string().optional().describe("The output without notes; only in calls of a program."),
});

export type CommandOutput = z.infer<typeof commandOutput>;

/** Throws `command-failed`, with the output, unless the command exited with status 0 or was stopped. */
export function commandResult(
  command: string,
  run: ConfinedEnd | MovedRun,
  context: Pick<ToolContext, "environment" | "parentCallId" | "workspace">,
): ToolResult<CommandOutput> {
  const { captured, kept } = run;
  const shown = renderOutput(captured, kept);
  const storedOutput = kept === null || kept.handle === null ? {} : { storedOutput: kept.handle };
  if ("movedTo" in run) {
    const note = `(still running in the background as ${run.movedTo})`;
    const text = shown === "" ? note : `${shown}\n\n${note}`;
    return {
      content: text,
      display: { type: "terminal", command, output: text },
      structured: {
        backgroundId: run.movedTo,
        exitCode: null,
        outputBytes: captured.totalBytes,
        ...storedOutput,
      },
    };
  }
  const { end, refused, reverted } = run;
  const hidden = hiddenText(run, context);
  const how = describeEnd(end);
  if (end.cause === "exit" && end.exitCode !== 0) {
    const note = notesText([refused, reverted, hidden]);
    throw new ToolError(
      "command-failed",
      `The command ${how}.\n\n${shown || "(no output)"}${note}`,
      {
        details: { exitCode: end.exitCode, signal: end.signal, ...storedOutput },
      },
    );
  }
  // A stopped command still returns its output; the runtime says why it was stopped.
  const status = end.cause === "exit" ? "exit status 0" : `the command ${how}`;
  const note = notesText([reverted, hidden]);
  return {
    content: `${shown === "" ? `(no output; ${status})` : `${shown}\n\n(${status})`}${note}`,
    display: { type: "terminal", command, output: shown },
    structured: {
      exitCode: end.exitCode,
      outputBytes: captured.totalBytes,
      ...storedOutput,
      ...(context.parentCallId !== undefined && { text: shown }),
    },
  };
}

function notesText(notes: readonly (string | null)[]): string {
  return notes
    .filter((note) => note !== null)
    .map((note) => `\n\n${note}`)
    .join("");
}

function hiddenText(
  { hiddenFromGit }: ConfinedEnd,
  { environment, workspace }: Pick<ToolContext, "environment" | "workspace">,
): string | null {
  const { changed, leftOut } = hiddenFromGit;
  const namesOf = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => shownInWorkspace(path, workspace.roots));
  const readsOf = (names: readonly string[]): string =>
    names.map((name) => `read(${name})`).join(", ");
  const differing = namesOf(changed);
  const unseen = namesOf(leftOut.filter((path) => !isGitIgnored(path, environment)));
  const notes = [
    ...(differing.length === 0
      ? []
      : [
          `Git saw ${differing.join(", ")} as unchanged and couldn't write it, though it differs from git's index: commands can't read files that may hold secrets. A grant of ${readsOf(differing)} lets git see it.`,
        ]),
    ...(unseen.length === 0
      ? []
      : [
          `Git didn't see ${unseen.join(", ")}, which is untracked and may hold secrets. A grant of ${readsOf(unseen)} lets git see it.`,
        ]),
  ];
  return notes.length === 0 ? null : notes.join("\n");
}
