import type { ToolContext } from "@toolwright/core";
import type { Job, JobOutput } from "@toolwright/core/ports";

/** Enough to see the whole of a secret that the last read ended in. */
const contextBytes = 4_096;
/** After this time without output, a program counts as waiting, for example at a prompt. */
const quietMs = 250;
/** This much of a secret's beginning reveals nothing. */
const harmlessCharacters = 3;

export interface ReadJob extends JobOutput {
  /** The number of characters left to a later read, because a secret may begin with them. */
  readonly heldCharacters: number;
}

/**
 * A job's output from a cursor on, without part of a secret at its beginning. If the output ends in the possible
 * beginning of a secret, that part is left to the next read: always while the job is writing, and only if longer
 * than three characters once it is quiet. The next read takes characters that were shown this way into account.
 */
export function readJob(
  job: Pick<Job, "read" | "state">,
  { since = 0, maxBytes }: { readonly since?: number | undefined; readonly maxBytes: number },
  secretAround: ToolContext["secretAround"],
): ReadJob {
  const read = job.read({ maxBytes, since });
  const from = Math.max(0, since - contextBytes);
  const before = since > 0 ? job.read({ since: from, maxBytes: since - from }).text : "";
  const cut = secretAround(before + read.text, before.length);
  const text = cut === null ? read.text : read.text.slice(Math.max(0, cut.end - before.length));
  const whole = { ...read, text, heldCharacters: 0 };
  if (job.state.status !== "running" && read.remainingBytes === 0) return whole;
  const all = before + text;
  const start = secretAround(all, all.length)?.start ?? all.length;
  if (all.length - start <= harmlessCharacters && isQuiet(read)) return whole;
  const shown = Math.max(0, start - before.length);
  // Otherwise nothing would ever be read.
  if (shown === text.length || (shown === 0 && read.remainingBytes > 0)) return whole;
  const left = Buffer.byteLength(text.slice(shown));
  return {
    ...read,
    text: text.slice(0, shown),
    heldCharacters: text.length - shown,
    cursor: read.cursor - left,
    remainingBytes: read.remainingBytes === 0 ? 0 : read.remainingBytes + left,
  };
}

function isQuiet(read: JobOutput): boolean {
  return read.remainingBytes === 0 && read.quietMs >= quietMs;
}
