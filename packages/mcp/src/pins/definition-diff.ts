import { structuredPatch } from "diff";
import type { ServerTool } from "../client/server-gate.ts";
import { canonicalJson } from "./definition.ts";

/** The server controls both texts, so the search for the shortest diff needs a limit. */
const maxDiffMs = 200;
const maxChars = 100_000;

/**
 * A unified diff of the changed parts of a definition: title, description, schemas and annotations as
 * indented JSON.
 */
export function definitionDiff(accepted: ServerTool, tool: ServerTool): string {
  const text = parts
    .map(([name, textOf]) => partDiff(name, textOf(accepted), textOf(tool)))
    .filter((part) => part !== "")
    .join("\n");
  return text.length > maxChars
    ? `${text.slice(0, maxChars)}\n… (${text.length} characters in total)`
    : text;
}

const json = (value: unknown): string => (value === undefined ? "" : canonicalJson(value, 2));

const parts: readonly (readonly [string, (tool: ServerTool) => string])[] = [
  ["title", ({ title }) => title ?? ""],
  ["description", ({ description }) => description],
  ["inputSchema", ({ inputSchema }) => json(inputSchema)],
  ["outputSchema", ({ outputSchema }) => json(outputSchema)],
  ["annotations", ({ annotations }) => json(annotations)],
];

function partDiff(name: string, before: string, after: string): string {
  if (before === after) return "";
  const header = [`--- ${name} (accepted)`, `+++ ${name} (now)`];
  const patch = structuredPatch("", "", ended(before), ended(after), undefined, undefined, {
    context: 3,
    timeout: maxDiffMs,
  });
  if (patch === undefined)
    return [...header, ...whole("-", before), ...whole("+", after)].join("\n");
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
  return [...header, ...hunks].join("\n");
}

/** Ends a text with a newline, so that a missing one never counts as a difference. */
function ended(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

function whole(sign: string, text: string): readonly string[] {
  return text === "" ? [] : text.split("\n").map((line) => sign + line);
}
