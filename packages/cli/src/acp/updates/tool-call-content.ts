import { resolve } from "node:path";
import type { ContentBlock, ToolCallContent } from "@agentclientprotocol/sdk";
import type { ContentPart, Display, TodoItem } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import { knownDisplay } from "../../terminal/transcript/known-display.ts";
import type { Line } from "../../text/styled-line.ts";
import { diffHunks } from "./diff-hunks.ts";

/** A client shows a call in a panel. Whoever wants more finds it in the journal. */
const maxCharacters = 16_000;

/** A display of a call as the client's content. Paths are relative to the working folder. Empty for an unknown display. */
export function displayContent(display: unknown, cwd: string): ToolCallContent[] {
  const known = knownDisplay(display);
  return known === null ? [] : contentOf(known, cwd);
}

/** The content for the model as the client's content. */
export function partsContent(parts: readonly ContentPart[]): ToolCallContent[] {
  return parts.map((part) => ({ type: "content", content: blockOf(part) }));
}

export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: shortened(text) } };
}

/** Rows of a terminal as text. */
export function linesOf(rows: readonly Line[]): string {
  return rows.map((row) => row.map(({ text }) => text).join("")).join("\n");
}

/** A text whose lines must stay as they are, in a form that Markdown doesn't change. */
export function verbatimContent(text: string, language = ""): ToolCallContent {
  return textContent(fenced(shortened(text), language));
}

function contentOf(display: Display, cwd: string): ToolCallContent[] {
  switch (display.type) {
    case "text":
      return [
        display.isMarkdown === true ? textContent(display.text) : verbatimContent(display.text),
      ];
    case "diff":
      return diffContent(display, cwd);
    case "terminal":
      return [verbatimContent(`$ ${display.command}\n${display.output}`.trimEnd(), "console")];
    case "todos":
      return [textContent(display.items.map(todoLine).join("\n"))];
    case "table":
      return [textContent(tableText(display.columns, display.rows))];
    case "image":
      return [{ type: "content", content: blockOf(display) }];
  }
}

function diffContent(
  { path, diff }: Extract<Display, { type: "diff" }>,
  cwd: string,
): ToolCallContent[] {
  const { hunks, notes } = diffHunks(diff);
  if (hunks.length === 0) return diff.trim() === "" ? [] : [verbatimContent(diff, "diff")];
  const isOneFile = hunks.every((hunk) => hunk.path === hunks[0]?.path);
  return [
    ...hunks.map(({ path: inDiff, oldText, newText }): ToolCallContent => {
      // The display's own path is exact; a diff's header may show it in a readable form.
      const absolute = resolve(cwd, isOneFile ? path : inDiff);
      return { type: "diff", path: absolute, oldText, newText };
    }),
    ...notes.map((note) => textContent(note)),
  ];
}

function todoLine({ text, status }: TodoItem): string {
  const box = status === "done" || status === "cancelled" ? "[x]" : "[ ]";
  return `- ${box} ${status === "cancelled" ? `~~${text}~~` : text}`;
}

function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...rows.map(row)].join("\n");
}

function blockOf(part: ContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: fenced(shortened(part.text)) };
    case "image":
    case "audio":
      return { type: part.type, data: part.data, mimeType: part.mimeType };
    case "resource":
      return part.text === undefined
        ? { type: "resource_link", uri: part.uri, name: part.name ?? part.uri }
        : { type: "text", text: fenced(shortened(part.text)) };
  }
}

/** Hidden characters become visible. */
function shortened(text: string): string {
  const shown = revealHidden(text.slice(0, maxCharacters).toWellFormed(), "text");
  return text.length <= maxCharacters ? shown : `${shown}\n[… ${text.length} characters in all]`;
}

/** In a fence that is longer than every row of backticks in the text. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
