import type { Node, TreeCursor } from "@vscode/tree-sitter-wasm";
import type { SymbolPlace } from "./symbol.ts";

/** The comments and attributes right before a node, which belong to it. */
export class Lead {
  readonly #text: string;
  /** Of the first comment or attribute; null without one. */
  #start: number | null = null;
  /** Of the first attribute. */
  #attribute: { readonly start: number; readonly row: number } | null = null;
  /** 0-based. */
  #lastRow = 0;

  constructor(text: string) {
    this.#text = text;
  }

  clear(): void {
    this.#start = null;
    this.#attribute = null;
  }

  addComment(cursor: TreeCursor): void {
    const { startIndex, startPosition } = cursor;
    const isScriptHead = startIndex === 0 && this.#text.startsWith("#!");
    const line = this.#text.slice(startIndex - startPosition.column, startIndex);
    // A comment after code belongs to that code.
    if (isScriptHead || line.trim() !== "") return;
    this.#add(cursor, startPosition.row);
  }

  addAttribute(cursor: TreeCursor): void {
    const { startIndex, startPosition } = cursor;
    this.#add(cursor, startPosition.row);
    this.#attribute ??= { start: startIndex, row: startPosition.row };
  }

  /** The range of the next node, which begins with its attributes. */
  rangeOf(node: Node): Pick<SymbolPlace, "start" | "end" | "startLine" | "endLine" | "leadStart"> {
    const { startIndex, startPosition } = node;
    const belongs = this.#start !== null && startPosition.row <= this.#lastRow + 1;
    const first = (belongs ? this.#attribute : null) ?? {
      start: startIndex,
      row: startPosition.row,
    };
    return {
      start: first.start,
      startLine: first.row + 1,
      leadStart: belongs ? (this.#start ?? first.start) : first.start,
      ...endOf(node, this.#text),
    };
  }

  #add({ startIndex, endPosition }: TreeCursor, row: number): void {
    if (this.#start !== null && row > this.#lastRow + 1) this.clear();
    this.#start ??= startIndex;
    // Some grammars count the line end as a part of the comment.
    this.#lastRow = endPosition.column === 0 ? endPosition.row - 1 : endPosition.row;
  }
}

/** The end without white space, and with a semicolon after it. */
function endOf(node: Node, text: string): Pick<SymbolPlace, "end" | "endLine"> {
  let end = node.endIndex;
  let endLine = node.endPosition.row + 1;
  while (end > node.startIndex && /\s/.test(text.charAt(end - 1))) {
    end -= 1;
    if (text.charAt(end) === "\n") endLine -= 1;
  }
  const semicolon = /[ \t]*;/y;
  semicolon.lastIndex = end;
  return { end: semicolon.test(text) ? semicolon.lastIndex : end, endLine };
}
