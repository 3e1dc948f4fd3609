const maxLineLength = 2_000;

/** The last lines of a growing text, in bounded memory. */
export interface OutputTail {
  /** The kept lines; the last one may be incomplete. */
  readonly lines: readonly string[];
  /** The number of all lines so far. */
  readonly lineCount: number;
}

export const emptyTail: OutputTail = { lines: [], lineCount: 0 };

/** Appends text and keeps the last `keep` lines, each cut to its last 2,000 units. */
export function appendOutput(tail: OutputTail, text: string, keep: number): OutputTail {
  if (text === "") return tail;
  const pieces = text.split("\n");
  const first = `${tail.lines.at(-1) ?? ""}${pieces[0] ?? ""}`;
  const lines = [...tail.lines.slice(0, -1), first, ...pieces.slice(1).slice(-keep)];
  return {
    lines: lines.slice(-keep).map((row) => row.slice(-maxLineLength)),
    lineCount: Math.max(1, tail.lineCount) + pieces.length - 1,
  };
}

/** The last lines to show, without an empty last line. */
export function visibleTail({ lines }: OutputTail, count: number): readonly string[] {
  const shown = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  return shown.slice(-count);
}
