import { structuredPatch } from "diff";
import type { ServerTool } from "../client/server-gate.ts";
import { canonicalJson } from "./definition.ts";

/** A server chooses both texts: looking for the shortest difference must end. */
const maxDiffMs = 200;
const maxChars = 100_000;

/**
 * How a tool's definition differs from the accepted one, as a unified diff of the parts that do:
 * title, description, schemas as indented JSON, annotations.
 */
export function definitionDiff(accepted: ServerTool, tool: ServerTool): string {
  const text = parts
    .map(([name, textOf]) => partDiff(name, textOf(accepted), textOf(tool)))
    .filter((part) => part !== "")
    .join("\n");
  return text.length > maxChars
    ? `${text.slice(0, maxChars)}\n… (${text.length} characters in all)`
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

/** Whether a last line ends is no difference that anybody means. */
function ended(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

function whole(sign: string, text: string): readonly string[] {
  return text === "" ? [] : text.split("\n").map((line) => sign + line);
}
