import { type HtmlElement, type HtmlNode, findElements } from "./html-tree.ts";
import { codeText } from "./line-numbers.ts";
import { linkUrl, writeInline, writeLine, type Writing } from "./write-inline.ts";
import { isLayout, nodesOutsideCells, tableRows, writeTable } from "./write-table.ts";

/** Lists and quotations within more than these are written without a further indentation. */
const MAX_INDENTED = 8;

/** A paragraph, heading, list, … without empty lines around it. */
interface Block {
  readonly text: string;
  readonly isList: boolean;
}

/** Adds an element's blocks to others. */
type BlockWriter = (element: HtmlElement, writing: Writing, blocks: Block[]) => void;

/** The text of nodes, with an empty line between blocks. */
export function writeBlocks(nodes: readonly HtmlNode[], writing: Writing): string {
  return joined(blocksOf(nodes, writing));
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("\n\n");
}

function blocksOf(nodes: readonly HtmlNode[], writing: Writing): Block[] {
  const blocks: Block[] = [];
  addBlocks(nodes, writing, blocks);
  return blocks;
}

function addBlocks(nodes: readonly HtmlNode[], writing: Writing, blocks: Block[]): void {
  let inline: HtmlNode[] = [];
  const endParagraph = (): void => {
    addBlock(blocks, trimLines(writeInline(inline, writing)));
    inline = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || !node.isBlock) {
      inline.push(node);
    } else {
      endParagraph();
      (writers.get(node.name) ?? inside)(node, writing, blocks);
    }
  }
  endParagraph();
}

function addBlock(blocks: Block[], text: string, isList = false): void {
  if (text !== "") blocks.push({ text, isList });
}

/** Without spaces around lines, with at most one empty line in between. */
function trimLines(text: string): string {
  return text
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const inside: BlockWriter = (element, writing, blocks) => {
  const language = languageAround(element);
  addBlocks(element.children, language === "" ? writing : { ...writing, language }, blocks);
};

const heading: BlockWriter = ({ name, children }, writing, blocks) => {
  const text = writeLine(children, { ...writing, isStrong: true });
  if (text !== "") addBlock(blocks, writing.style.heading(text, Number(name.slice(1))));
};

const summary: BlockWriter = ({ children }, writing, blocks) => {
  const text = writeLine(children, { ...writing, isStrong: true });
  if (text !== "") addBlock(blocks, strongLine(text, writing));
};

/** Code is conspicuous enough. */
function strongLine(text: string, { style }: Writing): string {
  return text.startsWith("`") ? text : style.strong(text);
}

const quotation: BlockWriter = ({ children }, writing, blocks) => {
  const text = writeBlocks(children, deeper(writing));
  const isMarked = writing.depth < MAX_INDENTED && text !== "";
  addBlock(
    blocks,
    isMarked ? text.replaceAll(/^/gm, writing.style.quote).replaceAll(/ +$/gm, "") : text,
  );
};

const preformatted: BlockWriter = (element, { style, language }, blocks) => {
  const text = codeText(element)
    .replace(/^\r?\n/, "")
    .trimEnd();
  if (text.trim() === "") return;
  const [named] = [element, ...findElements(element, ({ name }) => name === "code")]
    .map(languageOf)
    .filter((each) => each !== "");
  addBlock(blocks, style.codeBlock(text, named ?? language));
};

/** A language that the class or an attribute of code names; empty without one. */
function languageOf({ attributes }: HtmlElement): string {
  const named = attributes.get("data-lang") ?? attributes.get("data-language");
  const [, inClass] =
    /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|sourceCode |brush: ?)([a-z][\w+#.]*)/i.exec(
      attributes.get("class") ?? "",
    ) ?? [];
  return languageName(named ?? inClass);
}

/** The language that the class of a block around code names, as highlighters write it. */
function languageAround({ attributes }: HtmlElement): string {
  const [, inClass] =
    /(?:^|\s)(?:language|highlight(?:-source|-text)?)-([a-z][\w+#.]*)/i.exec(
      attributes.get("class") ?? "",
    ) ?? [];
  return languageName(inClass);
}

function languageName(text = ""): string {
  return /^(?!(?:default|none|null|undefined)$)[\w+#.-]{1,20}$/i.test(text)
    ? text.toLowerCase()
    : "";
}

const list: BlockWriter = ({ name, attributes, children }, writing, blocks) => {
  const items: string[] = [];
  let isLoose = false;
  let number = Number.parseInt(attributes.get("start") ?? "1", 10) || 1;
  for (const child of children) {
    if (typeof child === "string") continue;
    const isItem = child.name === "li";
    const parts = blocksOf(isItem ? child.children : [child], deeper(writing));
    if (parts.length === 0) continue;
    isLoose ||= parts.some(({ isList }, index) => index > 0 && !isList);
    const marker = !isItem ? "  " : name === "ol" ? `${number++}. ` : "- ";
    items.push(item(parts, marker, writing));
  }
  addBlock(blocks, items.join(isLoose ? "\n\n" : "\n"), true);
};

function item(blocks: readonly Block[], marker: string, writing: Writing): string {
  const text = blocks
    .map((block, index) => (index === 0 ? "" : block.isList ? "\n" : "\n\n") + block.text)
    .join("");
  return marker + indented(text, marker.length, writing);
}

/** The text with every line but the first indented. */
function indented(text: string, width: number, { depth }: Writing): string {
  return depth >= MAX_INDENTED ? text : text.replaceAll(/\n(?!\n)/g, `\n${" ".repeat(width)}`);
}

function deeper(writing: Writing): Writing {
  return { ...writing, depth: writing.depth + 1 };
}

/** Terms as items of a list, each with its definitions below. */
const definitions: BlockWriter = ({ children }, writing, blocks) => {
  let text = "";
  for (const part of children.flatMap(withoutGroup)) {
    if (typeof part === "string") continue;
    if (part.name === "dt") {
      const term = writeLine(part.children, { ...writing, isStrong: true });
      if (term !== "") text += `${text === "" ? "" : "\n"}- ${strongLine(term, writing)}`;
    } else {
      const definition = writeBlocks([part], deeper(writing));
      if (definition !== "") text += `\n\n  ${indented(definition, 2, writing)}`;
    }
  }
  addBlock(blocks, text.trim(), true);
};

/** A term and its definition may be in a `div`. */
function withoutGroup(part: HtmlNode): readonly HtmlNode[] {
  return typeof part !== "string" && part.name === "div" ? part.children : [part];
}

const table: BlockWriter = (element, writing, blocks) => {
  const rows = tableRows(element);
  for (const { children } of findElements(element, ({ name }) => name === "caption")) {
    addBlocks(children, writing, blocks);
  }
  addBlocks(nodesOutsideCells(element), writing, blocks);
  if (isLayout(element, rows)) {
    for (const { children } of rows.flat()) addBlocks(children, writing, blocks);
  } else {
    const textOf = ({ children }: HtmlElement): string => writeBlocks(children, writing);
    addBlock(blocks, writeTable(rows, writing.style, textOf));
  }
};

/** Only between other blocks. */
const rule: BlockWriter = (_, { style }, blocks) => {
  const last = blocks.at(-1);
  if (last !== undefined && last.text !== style.rule) addBlock(blocks, style.rule);
};

/** A link around blocks, such as a card: its first block becomes the link. */
const link: BlockWriter = ({ attributes, children }, writing, blocks) => {
  const [first, ...rest] = blocksOf(children, writing);
  const url = linkUrl(attributes.get("href"), writing);
  if (first === undefined) return;
  if (url === null || url === "") blocks.push(first);
  else {
    const [, mark = "", text = ""] = /^(#* ?)([^]*)$/.exec(first.text) ?? [];
    const isLine = !text.includes("\n") && !text.includes("](");
    if (isLine) addBlock(blocks, mark + writing.style.link(text, url));
    else blocks.push(first, { text: writing.style.link(url, url), isList: false });
  }
  for (const block of rest) blocks.push(block);
};

const headings = "h1 h2 h3 h4 h5 h6".split(" ").map((name) => [name, heading] as const);
const writers = new Map<string, BlockWriter>([
  ...headings,
  ["summary", summary],
  ["blockquote", quotation],
  ["pre", preformatted],
  ["ul", list],
  ["ol", list],
  ["menu", list],
  ["dir", list],
  ["dl", definitions],
  ["table", table],
  ["hr", rule],
  ["a", link],
]);
