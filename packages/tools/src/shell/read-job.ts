import type { Job, JobOutput, ToolContext } from "@toolwright/core";

/** Enough to see a secret as a whole that the last read ended in. */
const contextBytes = 4_096;

/**
 * What a job wrote from a cursor on, with no part of a secret at its beginning; of one that isn't whole yet
 * at its end all is left to the next read.
 */
export function readJob(
  job: Job,
  { since = 0, maxBytes }: { readonly since?: number | undefined; readonly maxBytes: number },
  secretAround: ToolContext["secretAround"],
): JobOutput {
  const read = job.read({ maxBytes, since });
  const from = Math.max(0, since - contextBytes);
  const before = since > 0 ? job.read({ since: from, maxBytes: since - from }).text : "";
  const cut = secretAround(before + read.text, before.length);
  const text = cut === null ? read.text : read.text.slice(Math.max(0, cut.end - before.length));
  if (job.state.status !== "running" && read.remainingBytes === 0) return { ...read, text };
  const unfinished = secretAround(text, text.length);
  // All of it: then nothing would ever be read.
  if (unfinished === null || (unfinished.start === 0 && read.remainingBytes > 0))
    return { ...read, text };
  const left = Buffer.byteLength(text.slice(unfinished.start));
  return {
    ...read,
    text: text.slice(0, unfinished.start),
    cursor: read.cursor - left,
    remainingBytes: read.remainingBytes === 0 ? 0 : read.remainingBytes + left,
  };
}
