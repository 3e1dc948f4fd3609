import { findElements, type HtmlElement, type HtmlNode, words } from "./html-tree.ts";
import { isLineNumbers } from "./line-numbers.ts";
import type { TextStyle } from "./text-style.ts";

/** A cell that spans more columns or rows than these is written as if it spanned as many. */
const MAX_COLUMNS = 50;
const MAX_ROWS = 200;

const cellNames = words("td th");

/** A table's rows of cells, without cells of line numbers. */
export function tableRows(table: HtmlElement): HtmlElement[][] {
  return findElements(table, ({ name }) => name === "tr")
    .map((row) =>
      findElements(row, ({ name }) => cellNames.has(name)).filter((cell) => !isLineNumbers(cell)),
    )
    .filter((cells) => cells.length > 0);
}

const rowGroups = words("thead tbody tfoot tr");
const otherParts = words("caption colgroup col");

/** What is in a table, but in no cell. Browsers show it before the table. */
export function nodesOutsideCells({ name, children }: HtmlElement): readonly HtmlNode[] {
  return children.flatMap((child) => {
    if (typeof child === "string") return child.trim() === "" ? [] : [child];
    if (rowGroups.has(child.name)) return nodesOutsideCells(child);
    const isCell = name === "tr" && cellNames.has(child.name);
    return isCell || otherParts.has(child.name) ? [] : [child];
  });
}

/** Whether a table only arranges blocks on the page. */
export function isLayout(table: HtmlElement, rows: readonly HtmlElement[][]): boolean {
  const role = table.attributes.get("role");
  if (role === "presentation" || role === "none") return true;
  if (rows.every((cells) => cells.length <= 1)) return true;
  return findElements(table, ({ name }) => name === "pre" || name === "tr").some(
    (row) => findElements(row, ({ name }) => name === "table" || name === "pre").length > 0,
  );
}

/** The text of a table of cells, without empty rows; `textOf` gives a cell's lines. */
export function writeTable(
  rows: readonly HtmlElement[][],
  style: TextStyle,
  textOf: (cell: HtmlElement) => string,
): string {
  const grid = gridOf(rows, (cell) => textOf(cell).replaceAll(/\s*\n\s*/g, style.cellBreak));
  const filled = grid
    .map((texts, index) => ({ texts, isHead: rows[index]?.every(({ name }) => name === "th") }))
    .filter(({ texts }) => texts.some((text) => text !== ""));
  const [first, ...rest] = filled;
  if (first === undefined) return "";
  const columns = filled.reduce((most, { texts }) => Math.max(most, texts.length), 0);
  const rule = style.tableRule(columns);
  if (rule === null) return filled.map(({ texts }) => style.tableRow(texts)).join("\n");
  // Markdown has no table without a head.
  const head = first.isHead === true ? first.texts : [];
  const empty = Array.from({ length: columns - head.length }, () => "");
  const body = first.isHead === true ? rest : filled;
  return [
    style.tableRow([...head, ...empty]),
    rule,
    ...body.map(({ texts }) => style.tableRow(texts)),
  ].join("\n");
}

/** The cells' texts by columns, with an empty text where a cell spans more. */
function gridOf(rows: readonly HtmlElement[][], textOf: (cell: HtmlElement) => string): string[][] {
  /** By column: the number of rows that a cell from above still takes. */
  const taken: number[] = [];
  return rows.map((cells) => {
    const row: string[] = [];
    const skipTaken = (): void => {
      while ((taken[row.length] ?? 0) > 0) {
        taken[row.length] = (taken[row.length] ?? 0) - 1;
        row.push("");
      }
    };
    for (const cell of cells) {
      skipTaken();
      const columns = spanOf(cell, "colspan", MAX_COLUMNS - row.length);
      const below = spanOf(cell, "rowspan", MAX_ROWS) - 1;
      for (let column = 0; column < columns; column++) {
        if (row.length < MAX_COLUMNS) taken[row.length] = below;
        row.push(column === 0 ? textOf(cell) : "");
      }
    }
    skipTaken();
    return row;
  });
}

function spanOf({ attributes }: HtmlElement, name: string, most: number): number {
  const span = Number.parseInt(attributes.get(name) ?? "1", 10);
  return span > 1 ? Math.max(1, Math.min(span, most)) : 1;
}
