import { absoluteUrl } from "./absolute-url.ts";
import { findElements, type HtmlElement, type HtmlNode, textContent } from "./html-tree.ts";
import type { Mark, TextStyle } from "./text-style.ts";

/** What writing needs to know. */
export interface Writing {
  readonly style: TextStyle;
  /** The address that links are relative to. */
  readonly base: string;
  /** The address of the page without its fragment. */
  readonly page: string;
  /** The number of lists and quotations around. */
  readonly depth: number;
  /** Whether everything is emphasized anyway, as in a heading. */
  readonly isStrong: boolean;
  /** The language of code inside, as far as blocks around name it. */
  readonly language: string;
}

/** The text of inline nodes, with one space for white space; with a space at its ends where they have one. */
export function writeInline(nodes: readonly HtmlNode[], writing: Writing): string {
  const text = new InlineText();
  for (const node of nodes) addNode(text, node, writing);
  return text.toString();
}

/** The same on one line, without spaces at the ends. */
export function writeLine(nodes: readonly HtmlNode[], writing: Writing): string {
  return writeInline(nodes, writing).replaceAll(/\s+/g, " ").trim();
}

class InlineText {
  #text = "";
  #endsWithSpace = false;

  /** Text of the page. */
  add(text: string): void {
    let piece = text.replaceAll(/\s+/g, " ");
    if (this.#endsWithSpace && piece.startsWith(" ")) piece = piece.slice(1);
    if (piece === "") return;
    this.#text += piece;
    this.#endsWithSpace = piece.endsWith(" ");
  }

  /** Text that is written already, within `mark`s that must not touch spaces. */
  addMarked(text: string, mark: Mark): void {
    const inner = text.trim();
    if (inner === "" || text.startsWith(" ")) this.add(text === "" ? "" : " ");
    if (inner === "") return;
    this.#text += mark(inner);
    this.#endsWithSpace = false;
    if (text.endsWith(" ")) this.add(" ");
  }

  addBreak(): void {
    this.#text += "\n";
    this.#endsWithSpace = true;
  }

  toString(): string {
    return this.#text;
  }
}

type InlineWriter = (text: InlineText, element: HtmlElement, writing: Writing) => void;

const same: Mark = (text) => text;

function marked(markOf: (style: TextStyle) => Mark): InlineWriter {
  return (text, { children }, writing) => {
    text.addMarked(writeInline(children, writing), markOf(writing.style));
  };
}

function emphasized(markOf: (style: TextStyle) => Mark): InlineWriter {
  return (text, element, writing) => {
    if (writing.isStrong) return addNodes(text, element, writing);
    const inner = writeInline(element.children, { ...writing, isStrong: true });
    text.addMarked(inner, markOf(writing.style));
  };
}

const strong = emphasized((style) => style.strong);
const emphasis = emphasized((style) => style.emphasis);
const strike = marked((style) => style.strike);
const quoted = marked(() => (text) => `"${text}"`);

const code: InlineWriter = (text, element, { style }) => {
  text.addMarked(textContent(element).replaceAll(/\s+/g, " "), style.code);
};

const raised: InlineWriter = (text, { children }, writing) => {
  const inner = writeInline(children, writing);
  text.addMarked(inner, (plain) => (/^[\w+−-]+$/.test(plain) ? `^${plain}` : plain));
};

const link: InlineWriter = (text, { attributes, children }, writing) => {
  const inner = writeInline(children, writing);
  const url = linkUrl(attributes.get("href"), writing);
  // A mark that leads to its own place, such as the pilcrow after a heading.
  if (url === "" && !/[\p{L}\p{N}]/u.test(inner)) return;
  if (url === null || url === "") return text.addMarked(inner, same);
  text.addMarked(inner, (plain) => writing.style.link(plain.replaceAll(/\s+/g, " "), url));
};

/** The absolute address of a link; empty for a place in the same page; null for none, or no page. */
export function linkUrl(reference: string | undefined, { base, page }: Writing): string | null {
  if (reference === undefined) return null;
  const url = absoluteUrl(reference, base);
  return url?.includes("#") === true && url.slice(0, url.indexOf("#")) === page ? "" : url;
}

/** Smaller pictures are icons and spacers. */
const MIN_PIXELS = 32;

const image: InlineWriter = (text, { attributes }, { style, base }) => {
  const sizes = [attributes.get("width"), attributes.get("height")];
  if (sizes.some((size) => size !== undefined && Number.parseInt(size, 10) < MIN_PIXELS)) return;
  const alt = (attributes.get("alt") ?? "image").replaceAll(/\s+/g, " ").trim();
  const sources = [attributes.get("src"), attributes.get("data-src")];
  const url = sources.map((source) => source && absoluteUrl(source, base)).find(Boolean);
  // An empty text says that the picture is decoration.
  if (alt !== "") text.addMarked(url ? style.image(alt, url) : `[image: ${alt}]`, same);
};

const formula: InlineWriter = (text, element, { style }) => {
  const isTex = ({ name, attributes }: HtmlElement): boolean =>
    name === "annotation" && attributes.get("encoding") === "application/x-tex";
  const [tex] = findElements(element, isTex);
  const isBlock = element.attributes.get("display") === "block";
  if (tex === undefined) text.add(textContent(element));
  else text.addMarked(textContent(tex), (plain) => style.formula(plain, isBlock));
};

const checkbox: InlineWriter = (text, { attributes }) => {
  if (attributes.get("type") !== "checkbox") return;
  text.addMarked(attributes.has("checked") ? "[x] " : "[ ] ", same);
};

const nothing: InlineWriter = () => {};

const writers = new Map<string, InlineWriter>(
  Object.entries({
    b: strong,
    strong,
    i: emphasis,
    em: emphasis,
    cite: emphasis,
    dfn: emphasis,
    s: strike,
    strike,
    del: strike,
    q: quoted,
    code,
    tt: code,
    kbd: code,
    samp: code,
    sup: raised,
    a: link,
    img: image,
    math: formula,
    input: checkbox,
    br: (text) => text.addBreak(),
    button: nothing,
    wbr: nothing,
  }),
);

function addNode(text: InlineText, node: HtmlNode, writing: Writing): void {
  if (typeof node === "string") return text.add(node);
  const write = writers.get(node.name);
  if (write !== undefined) return write(text, node, writing);
  addNodes(text, node, writing);
}

function addNodes(text: InlineText, { children }: HtmlElement, writing: Writing): void {
  for (const child of children) addNode(text, child, writing);
}
