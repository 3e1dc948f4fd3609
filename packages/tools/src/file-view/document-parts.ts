import { ToolError } from "@toolwright/core";
import { countOf, countText, sizeText } from "../text/number-text.ts";
import type { FileView } from "./file-view.ts";
import { MAX_TEXT_BYTES } from "./lines-view.ts";

export interface DocumentParts {
  readonly displayPath: string;
  readonly kind: "pdf" | "notebook";
  /** The name of its parts: "page" or "cell". */
  readonly part: string;
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** A sentence for the end of every result; may be empty. */
  readonly note: string;
  /** The text of a part, 1-based, with its heading. */
  readonly textOf: (number: number) => string | Promise<string>;
}

/**
 * A document's pages or cells from `offset` on, as many as the limit allows.
 *
 * Errors: `input-invalid` for an offset after the end.
 */
export async function viewParts(document: DocumentParts): Promise<FileView> {
  const { displayPath, kind, part, total, offset, limit } = document;
  if (offset > Math.max(total, 1)) {
    throw new ToolError(
      "input-invalid",
      `offset ${countText(offset)} is past the end: '${displayPath}' has ${countOf(total, part)}. Use an offset from 1 to ${total}.`,
    );
  }
  const shown: string[] = [];
  let room = MAX_TEXT_BYTES;
  let last = offset - 1;
  while (last < total && shown.length < limit) {
    const text = await document.textOf(last + 1);
    const bytes = Buffer.byteLength(text);
    if (bytes > room && shown.length > 0) break;
    last++;
    shown.push(bytes <= room ? text : cutText(text, room, bytes));
    room -= bytes;
  }
  const isAll = offset === 1 && last === total;
  const next = last < total ? `Continue with offset: ${last + 1}.` : "That is the end.";
  const range = isAll
    ? `All ${countOf(total, part)} of '${displayPath}'.`
    : `${part === "page" ? "Pages" : "Cells"} ${offset} to ${last} of ${countText(total)} of '${displayPath}'. ${next}`;
  const note = document.note === "" ? range : `${range} ${document.note}`;
  return {
    content: [...shown, `(${note})`].join("\n\n"),
    facts: {
      kind,
      startLine: shown.length === 0 ? 0 : offset,
      endLine: shown.length === 0 ? 0 : last,
      totalLines: total,
      cutLines: room < 0 ? [last] : [],
    },
    isShown: true,
  };
}

function cutText(text: string, room: number, bytes: number): string {
  const kept = Buffer.from(text)
    .toString("utf8", 0, room)
    .replace(/\ufffd{1,3}$/, "");
  return `${kept} … [cut here, ${sizeText(bytes)} in all]`;
}
