import { type Jobs, ToolError, type ToolContext } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { Job } from "@toolwright/core/ports";
import { countOf } from "../text/number-text.ts";
import { describeEnd } from "./describe-end.ts";
import type { ReadJob } from "./read-job.ts";

/** The session's background commands. Errors: `tool-not-available` if it has none. */
export function jobsOf({ jobs }: Pick<ToolContext, "jobs">): Jobs {
  if (jobs !== undefined) return jobs;
  throw new ToolError(
    "tool-not-available",
    "This session has no background commands. Run the command in the foreground.",
  );
}

/** The state of a background command, such as `cmd_1 is running (npm run dev)`. */
export function jobStatus({ id, title, state }: Job): string {
  const [line = ""] = title.split("\n");
  // A secret in a command contains no space, so a cut at a space splits none.
  const short = line.length <= 120 ? line : line.slice(0, line.lastIndexOf(" ", 120) + 1).trimEnd();
  const name = short === title ? title : `${short} …`;
  switch (state.status) {
    case "running":
      return `${id} is running (${name})`;
    case "ended":
      return `${id} ${describeEnd(state.end)} (${name})`;
    case "failed":
      return `${id} failed: ${messageOf(state.error)} (${name})`;
  }
}

/** The command's output, and how to continue. */
export function jobOutputText(job: Job, output: ReadJob): string {
  const { text, droppedBytes, remainingBytes, heldCharacters, cursor } = output;
  const dropped =
    droppedBytes === 0 ? "" : `… ${countOf(droppedBytes, "byte")} in between were not kept …\n`;
  const shown = dropped + text.replace(/\n+$/, "");
  const more =
    remainingBytes === 0
      ? `next since: ${cursor}`
      : `${countOf(remainingBytes, "more byte")} from since: ${cursor}`;
  const held =
    heldCharacters === 0
      ? ""
      : `; ${countOf(heldCharacters, "character")} at the end withheld until more follows, because a secret may begin there`;
  return `${shown === "" ? "(no new output)" : shown}\n\n(${jobStatus(job)}; ${more}${held})`;
}
