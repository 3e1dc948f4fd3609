import { type Line, line, span, textLines } from "../../text/styled-line.ts";

export interface DiffLines {
  readonly rows: readonly Line[];
  readonly added: number;
  readonly removed: number;
  /** Columns before a row's text, for rows that need more than one. */
  readonly gutter: number;
}

interface DiffRow {
  readonly sign: " " | "+" | "-" | "@" | "";
  /** 1-based; in the new file, or in the old one for what is removed. Null for headers. */
  readonly number: number | null;
  readonly text: string;
}

/**
 * A unified diff with line numbers instead of its file headers. What is no diff is shown as it is.
 *
 * The counts in a hunk's header say where it ends: `--- a` inside of one is a removed line.
 */
export function diffLines(diff: string): DiffLines {
  const rows = parseDiff(diff);
  const digits = String(Math.max(1, ...rows.map(({ number }) => number ?? 0))).length;
  return {
    rows: rows.map((row) => rowLine(row, digits)),
    added: rows.filter(({ sign }) => sign === "+").length,
    removed: rows.filter(({ sign }) => sign === "-").length,
    gutter: digits + 3,
  };
}

function rowLine({ sign, number, text }: DiffRow, digits: number): Line {
  if (sign === "@") return line(span(text, "accent"));
  const [shown = []] = textLines(text);
  const gutter = span(`${number === null ? "" : number}`.padStart(digits), "dim");
  switch (sign) {
    case "+":
    case "-": {
      const style = sign === "+" ? "added" : "removed";
      return [
        gutter,
        span(` ${sign} `, style),
        ...shown.map((part) => ({ ...part, style }) as const),
      ];
    }
    case " ":
      return [gutter, span("   "), ...shown];
    case "":
      return shown.map((part) => ({ ...part, style: "dim" as const }));
  }
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function parseDiff(diff: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let [oldLine, oldLeft, newLine, newLeft] = [0, 0, 0, 0];
  const lines = diff.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const fileCount = lines.filter((text) => text.startsWith("+++ ")).length;
  for (const text of lines) {
    const sign = text[0] ?? " ";
    if (oldLeft > 0 || newLeft > 0) {
      if (sign === "+") {
        rows.push({ sign, number: newLine++, text: text.slice(1) });
        newLeft--;
        continue;
      }
      if (sign === "-") {
        rows.push({ sign, number: oldLine++, text: text.slice(1) });
        oldLeft--;
        continue;
      }
      if (sign === " ") {
        rows.push({ sign, number: newLine++, text: text.slice(1) });
        oldLine++;
        oldLeft--;
        newLeft--;
        continue;
      }
    }
    const header = hunkHeader.exec(text);
    if (header !== null) {
      [oldLine, newLine] = [Number(header[1]), Number(header[3])];
      [oldLeft, newLeft] = [Number(header[2] ?? 1), Number(header[4] ?? 1)];
      rows.push({ sign: "@", number: null, text });
    } else if (isShown(text, fileCount)) rows.push({ sign: "", number: null, text });
  }
  return rows;
}

/** The path of the only file stands above the diff; those of several stand where they begin. */
function isShown(text: string, fileCount: number): boolean {
  if (/^(---|index|Index:|={10,}|diff --git) ?/.test(text)) return false;
  return !text.startsWith("+++ ") || fileCount > 1;
}
