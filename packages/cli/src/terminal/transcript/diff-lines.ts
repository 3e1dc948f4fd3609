import { type Line, line, span, textLines } from "../../text/styled-line.ts";

export interface DiffLines {
  readonly rows: readonly Line[];
  readonly fileCount: number;
  readonly added: number;
  readonly removed: number;
  /** The columns before a row's text, for wrapped rows. */
  readonly gutter: number;
}

interface DiffRow {
  readonly sign: " " | "+" | "-" | "@" | "file" | "";
  /** The line number from 1 in the new file, or in the old file for a removed line. Null for headers. */
  readonly number: number | null;
  readonly text: string;
}

/**
 * A unified diff with line numbers instead of file headers. Other text is shown as it is.
 *
 * The counts in a hunk's header tell where it ends: `--- a` inside a hunk is a removed line.
 */
export function diffLines(diff: string): DiffLines {
  const rows = parseDiff(diff);
  const fileCount = rows.filter(({ sign }) => sign === "file").length;
  const digits = String(Math.max(1, ...rows.map(({ number }) => number ?? 0))).length;
  return {
    // The path of a single file is above the diff.
    rows: rows
      .filter(({ sign }) => sign !== "file" || fileCount > 1)
      .map((row) => rowLine(row, digits)),
    fileCount,
    added: rows.filter(({ sign }) => sign === "+").length,
    removed: rows.filter(({ sign }) => sign === "-").length,
    gutter: digits + 3,
  };
}

function rowLine({ sign, number, text }: DiffRow, digits: number): Line {
  if (sign === "@") return line(span(text, "accent"));
  const [shown = []] = textLines(text);
  if (sign === "file") return shown.map((part) => ({ ...part, style: "strong" as const }));
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
  let before = "";
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
    } else if (text.startsWith("--- ")) before = pathOf(text);
    else if (text.startsWith("+++ ")) {
      const path = pathOf(text);
      rows.push({ sign: "file", number: null, text: path === "/dev/null" ? before : path });
    } else if (!isHeader(text)) rows.push({ sign: "", number: null, text });
  }
  return rows;
}

function pathOf(header: string): string {
  return header.slice("+++ ".length).replace(/^[ab]\//, "");
}

function isHeader(text: string): boolean {
  return /^(---|index|Index:|={10,}|diff --git) ?/.test(text);
}
