import { lineEndLengthAt, nextLineEnd, splitsLineEnd } from "./line-ends.ts";

/** Bytes `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type StrategyName = "exact" | "line-ends";

/** One way to say that a text is at a place. */
export interface EditStrategy {
  readonly name: StrategyName;
  /** For the result: how the place was recognised. */
  readonly explanation: string;
  /** Every place in order, overlapping ones too. `content` is UTF-8. */
  find(content: Buffer, oldText: string): readonly Span[];
}

const exact: EditStrategy = {
  name: "exact",
  explanation: "matched exactly",
  find(content, oldText) {
    const wanted = Buffer.from(oldText);
    const spans: Span[] = [];
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      // Half a line end is no place: replacing it would leave the other half.
      if (!splitsLineEnd(content, at) && !splitsLineEnd(content, end))
        spans.push({ start: at, end });
    }
    return spans;
  },
};

const lineEnds: EditStrategy = {
  name: "line-ends",
  explanation: "matched with the file's own line ends",
  find(content, oldText) {
    const lines = oldText.split(/\r\n|\r|\n/).map((line) => Buffer.from(line));
    const [first] = lines;
    if (first === undefined || lines.length === 1) return [];
    const next = (from: number): number =>
      first.length > 0 ? content.indexOf(first, from) : nextLineEnd(content, from);
    const spans: Span[] = [];
    for (let at = next(0); at >= 0; at = next(at + 1)) {
      const end = splitsLineEnd(content, at) ? -1 : endOfLines(content, at, lines);
      if (end >= 0) spans.push({ start: at, end });
    }
    return spans;
  },
};

/** The position after the lines, whatever line ends are between them; -1 when they aren't there. */
function endOfLines(content: Buffer, start: number, lines: readonly Buffer[]): number {
  let at = start;
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      const length = lineEndLengthAt(content, at);
      if (length === 0) return -1;
      at += length;
    }
    if (!content.subarray(at, at + line.length).equals(line)) return -1;
    at += line.length;
  }
  return at;
}

/** From the strictest to the most tolerant: the first one that finds anything decides. */
export const editStrategies: readonly EditStrategy[] = [exact, lineEnds];
