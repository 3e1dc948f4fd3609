import { type HtmlElement, type HtmlNode, findElements, textContent } from "./html-tree.ts";
import { linkUrl, writeInline, writeLine, type Writing } from "./write-inline.ts";
import { isLayout, tableRows, writeTable } from "./write-table.ts";

/** Lists and quotations within more than these are written without a further indentation. */
const MAX_INDENTED = 12;

/** A paragraph, heading, list, … without empty lines around it. */
interface Block {
  readonly text: string;
  readonly isList?: boolean;
}

type BlockWriter = (element: HtmlElement, writing: Writing) => readonly Block[];

/** The text of nodes, with an empty line between blocks. */
export function writeBlocks(nodes: readonly HtmlNode[], writing: Writing): string {
  return joined(blocksOf(nodes, writing));
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("\n\n");
}

function blocksOf(nodes: readonly HtmlNode[], writing: Writing): Block[] {
  const blocks: Block[] = [];
  let inline: HtmlNode[] = [];
  const endParagraph = (): void => {
    const text = trimLines(writeInline(inline, writing));
    if (text !== "") blocks.push({ text });
    inline = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || !node.isBlock) {
      inline.push(node);
    } else {
      endParagraph();
      const write = writers.get(node.name) ?? inside;
      for (const block of write(node, writing)) if (block.text !== "") blocks.push(block);
    }
  }
  endParagraph();
  return blocks;
}

/** Without spaces around lines, with at most one empty line in between. */
function trimLines(text: string): string {
  return text
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const inside: BlockWriter = ({ children }, writing) => blocksOf(children, writing);

const heading: BlockWriter = ({ name, children }, writing) => {
  const text = writeLine(children, { ...writing, isStrong: true });
  return text === "" ? [] : [{ text: writing.style.heading(text, Number(name.slice(1))) }];
};

const summary: BlockWriter = ({ children }, writing) => {
  const text = writeLine(children, { ...writing, isStrong: true });
  return text === "" ? [] : [{ text: writing.style.strong(text) }];
};

const quotation: BlockWriter = ({ children }, writing) => {
  const text = writeBlocks(children, deeper(writing));
  if (text === "" || writing.depth >= MAX_INDENTED) return [{ text }];
  return [{ text: text.replaceAll(/^/gm, writing.style.quote).replaceAll(/ +$/gm, "") }];
};

const preformatted: BlockWriter = (element, { style }) => {
  const text = textContent(element)
    .replace(/^\r?\n/, "")
    .trimEnd();
  return text.trim() === "" ? [] : [{ text: style.codeBlock(text, languageOf(element)) }];
};

/** The language that a class or attribute of the code or of an element around it names. */
function languageOf(element: HtmlElement): string {
  for (const { attributes } of [element, ...findElements(element, ({ name }) => name === "code")]) {
    const named = attributes.get("data-lang") ?? attributes.get("data-language");
    const [, language] =
      /(?:^|\s)(?:(?:language|lang|highlight-source|highlight|sourceCode|brush)[-: ]\s*)([a-z][\w+#.]*)/i.exec(
        attributes.get("class") ?? "",
      ) ?? [];
    const found = named ?? language;
    if (found !== undefined && /^[\w+#.-]{1,20}$/.test(found)) return found.toLowerCase();
  }
  return "";
}

const list: BlockWriter = ({ name, attributes, children }, writing) => {
  const items: string[] = [];
  let isLoose = false;
  let number = Number.parseInt(attributes.get("start") ?? "1", 10) || 1;
  for (const child of children) {
    if (typeof child === "string") continue;
    const isItem = child.name === "li";
    const blocks = blocksOf(isItem ? child.children : [child], deeper(writing));
    if (blocks.length === 0) continue;
    isLoose ||= blocks.some(({ isList }, index) => index > 0 && isList !== true);
    const marker = !isItem ? "  " : name === "ol" ? `${number++}. ` : "- ";
    items.push(item(blocks, marker, writing));
  }
  return [{ text: items.join(isLoose ? "\n\n" : "\n"), isList: true }];
};

function item(blocks: readonly Block[], marker: string, writing: Writing): string {
  const text = blocks
    .map((block, index) => (index === 0 ? "" : block.isList === true ? "\n" : "\n\n") + block.text)
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
const definitions: BlockWriter = ({ children }, writing) => {
  const items: string[] = [];
  for (const part of children.flatMap(withoutGroup)) {
    if (typeof part === "string") continue;
    if (part.name === "dt") {
      const term = writeLine(part.children, { ...writing, isStrong: true });
      if (term !== "") items.push(`- ${writing.style.strong(term)}`);
    } else {
      const text = writeBlocks([part], deeper(writing));
      if (text !== "") items.push(`  ${indented(text, 2, writing)}`);
    }
  }
  return [{ text: items.join("\n\n").replaceAll(/\n\n(?=- )/g, "\n"), isList: true }];
};

/** A term and its definition may be in a `div`. */
function withoutGroup(part: HtmlNode): readonly HtmlNode[] {
  return typeof part !== "string" && part.name === "div" ? part.children : [part];
}

const table: BlockWriter = (element, writing) => {
  const rows = tableRows(element).filter((cells) => cells.length > 0);
  const captions = findElements(element, ({ name }) => name === "caption");
  const above = captions.flatMap(({ children }) => blocksOf(children, writing));
  if (isLayout(element, rows)) {
    return [...above, ...rows.flat().flatMap(({ children }) => blocksOf(children, writing))];
  }
  const text = writeTable(rows, writing.style, ({ children }) => writeBlocks(children, writing));
  return [...above, { text }];
};

const rule: BlockWriter = (_, { style }) => [{ text: style.rule }];

/** A link around blocks, such as a card: its first block becomes the link. */
const link: BlockWriter = ({ attributes, children }, writing) => {
  const [first, ...rest] = blocksOf(children, writing);
  const url = linkUrl(attributes.get("href"), writing);
  if (first === undefined) return [];
  if (url === null || url === "") return [first, ...rest];
  const [, mark = "", text = ""] = /^(#* ?)([^]*)$/.exec(first.text) ?? [];
  const isLine = !text.includes("\n") && !text.includes("](");
  return isLine
    ? [{ text: mark + writing.style.link(text, url) }, ...rest]
    : [first, ...rest, { text: writing.style.link(url, url) }];
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
