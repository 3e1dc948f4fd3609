import { cutText } from "@toolwright/core/internal";
import type { Problem, SourceRange } from "@toolwright/core/ports";
import { fileURLToPath, pathToFileURL } from "node:url";

/** 0-based, characters in UTF-16 units. */
interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}

/** Longer lists are cut: no one reads them, and a hostile server sends them. */
const MAX_ITEMS = 10_000;
const MAX_MESSAGE_CHARACTERS = 2_000;

const severities: Readonly<Record<number, Problem["severity"]>> = {
  1: "error",
  2: "warning",
  3: "information",
  4: "information",
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a list that are objects; none for anything else. */
export function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isRecord) : [];
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** Null for what isn't a file's URI. */
export function pathOf(uri: unknown): string | null {
  if (typeof uri !== "string" || !uri.startsWith("file:")) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** Null for what isn't a range. */
export function rangeIn(path: string, value: unknown): SourceRange | null {
  if (!isRecord(value)) return null;
  const start = positionIn(value["start"]);
  const end = positionIn(value["end"]);
  if (start === null || end === null) return null;
  return {
    path,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function positionIn(value: unknown): ProtocolPosition | null {
  if (!isRecord(value)) return null;
  const { line, character } = value;
  const isCount = (number: unknown): number is number =>
    typeof number === "number" && Number.isInteger(number) && number >= 0;
  return isCount(line) && isCount(character) ? { line, character } : null;
}

/** The diagnostics of a file that have a place and a message. */
export function problemsIn(path: string, value: unknown): readonly Problem[] {
  return recordsIn(value).flatMap(({ range, severity, message, source, code }) => {
    const place = rangeIn(path, range);
    if (place === null || typeof message !== "string") return [];
    const origin = [source, code].filter(
      (each) => typeof each === "string" || typeof each === "number",
    );
    return [
      {
        path,
        line: place.line,
        column: place.column,
        severity: severities[Number(severity ?? 1)] ?? "information",
        message: cutText(message, MAX_MESSAGE_CHARACTERS),
        source: origin.join(" "),
      },
    ];
  });
}

/** Locations, links to locations, or one of them. */
export function locationsIn(value: unknown): readonly SourceRange[] {
  return recordsIn(isRecord(value) ? [value] : value).flatMap((each) => {
    const path = pathOf(each["uri"] ?? each["targetUri"]);
    const range =
      path === null ? null : rangeIn(path, each["range"] ?? each["targetSelectionRange"]);
    return range === null ? [] : [range];
  });
}
