import { messageOf } from "@toolwright/core/internal";
import type { Job } from "@toolwright/core/ports";
import { countOf } from "../text/number-text.ts";
import { describeEnd } from "./describe-end.ts";
import type { ReadJob } from "./read-job.ts";

/** Where a command in the background stands: `cmd_1 is running (npm run dev)`. */
export function jobStatus({ id, title, state }: Job): string {
  const [line = ""] = title.split("\n");
  // A secret that was put into a command has no space in it: at one, none is cut.
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

/** What it wrote, and how to go on. */
export function jobOutputText(job: Job, output: ReadJob): string {
  const { text, droppedBytes, remainingBytes, heldCharacters, cursor } = output;
  const dropped =
    droppedBytes === 0 ? "" : `… ${countOf(droppedBytes, "byte")} in between weren't kept …\n`;
  const shown = dropped + text.replace(/\n+$/, "");
  const more =
    remainingBytes === 0
      ? `next since: ${cursor}`
      : `${countOf(remainingBytes, "more byte")} from since: ${cursor}`;
  const held =
    heldCharacters === 0
      ? ""
      : `; ${countOf(heldCharacters, "character")} at the end held back until more follows, as a secret may begin there`;
  return `${shown === "" ? "(no new output)" : shown}\n\n(${jobStatus(job)}; ${more}${held})`;
}
