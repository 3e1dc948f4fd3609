/** A block of Markdown longer than this is shown in parts. */
export const maxBlockLength = 16_384;

export interface SplitText {
  /** Whole blocks, which no later text changes. Empty if there are none yet. */
  readonly finished: string;
  /** The rest, which may still grow. */
  readonly open: string;
}

/**
 * Splits Markdown that still arrives. A block ends at a blank line outside of a code block, when an unindented line
 * follows. A code block is closed and opened again where it exceeds the length.
 */
export function splitFinished(text: string): SplitText {
  const { end, fence } = scan(text);
  if (end > 0) return { finished: text.slice(0, end), open: text.slice(end) };
  if (text.length <= maxBlockLength) return { finished: "", open: text };
  const newline = text.lastIndexOf("\n", maxBlockLength);
  const cut = newline > 0 ? newline + 1 : maxBlockLength;
  const { fence: inside } = cut === text.length ? { fence } : scan(text.slice(0, cut));
  if (inside === null) return { finished: text.slice(0, cut), open: text.slice(cut) };
  return {
    finished: `${text.slice(0, cut)}${inside.mark}\n`,
    open: `${inside.line}\n${text.slice(cut)}`,
  };
}

interface Fence {
  /** The opening line. */
  readonly line: string;
  readonly mark: string;
}

/** The end of the last whole block, and the code block that is open at the end of the text. */
function scan(text: string): { readonly end: number; readonly fence: Fence | null } {
  let fence: Fence | null = null;
  let end = 0;
  let isBlankBefore = false;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const stop = newline === -1 ? text.length : newline;
    const line = text.slice(at, stop);
    if (fence === null && isBlankBefore && /^\S/.test(line)) end = at;
    fence = fenceAfter(line, fence);
    isBlankBefore = line.trim() === "";
    at = stop + 1;
  }
  return { end, fence };
}

function fenceAfter(line: string, open: Fence | null): Fence | null {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (mark === null) return open;
  const [, sign = "", rest = ""] = mark;
  if (open === null) return { line: line.trim(), mark: sign };
  const closes = sign[0] === open.mark[0] && sign.length >= open.mark.length && rest.trim() === "";
  return closes ? null : open;
}
