const maxLineLength = 2_000;

/** The last lines of a text that keeps growing, in memory that doesn't. */
export interface OutputTail {
  /** Complete lines and the last, incomplete one; at most as many as are kept. */
  readonly lines: readonly string[];
  /** All lines so far, also those that aren't kept. */
  readonly lineCount: number;
}

export const emptyTail: OutputTail = { lines: [], lineCount: 0 };

/** The tail after more text; `keep` lines of it stay, each cut to its last 2,000 units. */
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

/** What is worth showing: an empty last line only says that a line was ended. */
export function visibleTail({ lines }: OutputTail, count: number): readonly string[] {
  const shown = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  return shown.slice(-count);
}
