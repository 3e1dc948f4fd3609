import { Tokenizer } from "htmlparser2";
import { type HtmlElement, type HtmlNode, textContent, words } from "./html-tree.ts";

/** As in browsers, an element in this many others becomes the sibling of the innermost one. */
const MAX_DEPTH = 512;
/** An element's attributes after these are left out. */
const MAX_ATTRIBUTES = 100;

/** A page as a tree of blocks and texts. */
export interface HtmlPage {
  readonly root: HtmlElement;
  readonly title: string;
  /** The address that `<base>` names; empty without one. */
  readonly base: string;
  /** The texts of its style sheets and scripts. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

const voidElements = words(
  "area base basefont bgsound br col embed frame hr img input link meta param source track wbr",
);
const blockElements = words(
  "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul",
);
/** They are there in every page, and have no text of their own. */
const pageElements = words("html head body");
const cells = words("td th");
const tableParts = words("table caption colgroup thead tbody tfoot tr td th");

/** Elements that an opening tag ends, and those that it doesn't look beyond. */
const impliedEnds = new Map(
  [
    { opened: "li", ended: "li", within: "ul ol menu dir" },
    { opened: "dt dd", ended: "dt dd", within: "dl" },
    { opened: "td th", ended: "td th", within: "tr table" },
    { opened: "tr", ended: "tr", within: "table" },
    { opened: "thead tbody tfoot", ended: "thead tbody tfoot", within: "table" },
    { opened: "option optgroup", ended: "option", within: "select" },
    { opened: "a", ended: "a", within: "table td th" },
  ].flatMap(({ opened, ended, within }) => {
    const rule = { ended: words(ended), within: words(within) };
    return opened.split(" ").map((name) => [name, rule] as const);
  }),
);

/**
 * Parses a page, however broken. Never throws; time and memory are proportional to the length.
 *
 * isXml: whether each element may end in its own tag (`<div/>`), as in XHTML.
 *
 * Source: those rules of https://html.spec.whatwg.org/multipage/parsing.html that decide where text belongs.
 */
export function parseHtml(html: string, isXml = false): HtmlPage {
  const builder = new TreeBuilder(html, isXml);
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.page();
}

/** The attributes of most elements. */
const none: ReadonlyMap<string, string> = new Map();

/** Receives what the tokenizer finds, as places in the text. */
class TreeBuilder {
  readonly #html: string;
  readonly #isXml: boolean;
  readonly #open: HtmlElement[] = [];
  /** By name: how many elements are open. */
  readonly #counts = new Map<string, number>();
  readonly #root = newElement("body", none, true);
  #name = "";
  #attributes: Map<string, string> | null = null;
  #attribute = "";
  #value = "";
  #base = "";
  #title: HtmlElement | null = null;
  readonly #styles: HtmlElement[] = [];
  readonly #scripts: HtmlElement[] = [];

  constructor(html: string, isXml: boolean) {
    this.#html = html;
    this.#isXml = isXml;
  }

  page(): HtmlPage {
    return {
      root: this.#root,
      title: this.#title === null ? "" : textContent(this.#title).replaceAll(/\s+/g, " ").trim(),
      base: this.#base,
      styles: this.#styles.map(textContent),
      scripts: this.#scripts.map(textContent),
    };
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(code: number): void {
    this.#addText(String.fromCodePoint(code));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code);
  }

  onattribend(): void {
    // The first of two with a name counts.
    this.#attributes ??= new Map();
    if (this.#attributes.size >= MAX_ATTRIBUTES || this.#attributes.has(this.#attribute)) return;
    this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    const name = this.#name;
    if (name === "base") this.#base ||= this.#attributes?.get("href") ?? "";
    if (pageElements.has(name)) return;
    this.#endImplied(name);
    if (cells.has(name)) this.#openRow();
    const element = newElement(name, this.#attributes ?? none, blockElements.has(name));
    if (this.#open.length === MAX_DEPTH) this.#close(MAX_DEPTH - 1);
    this.#addChild(element);
    if (!voidElements.has(name)) this.#push(element);
  }

  onselfclosingtag(): void {
    this.onopentagend();
    // Otherwise the slash means something in drawings and formulas only.
    const isEnd = this.#isXml || this.#isOpen("svg") || this.#isOpen("math");
    if (isEnd && this.#open.at(-1)?.name === this.#name) this.#close(this.#open.length - 1);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (!this.#isOpen(name)) return;
    const isInline = !blockElements.has(name) && !tableParts.has(name);
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const open = this.#open[index]?.name ?? "";
      if (open === name) return this.#close(index);
      if (isInline ? blockElements.has(open) : cells.has(open) && !tableParts.has(name)) return;
    }
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Browsers add the row that a cell lacks. */
  #openRow(): void {
    const last = this.#open.at(-1);
    if (last === undefined || !/^(?:table|thead|tbody|tfoot)$/.test(last.name)) return;
    const row = newElement("tr", none, true);
    this.#addChild(row);
    this.#push(row);
  }

  #push(element: HtmlElement): void {
    this.#open.push(element);
    this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) + 1);
    if (element.name === "style") this.#styles.push(element);
    if (element.name === "script") this.#scripts.push(element);
    if (element.name === "title" && this.#open.every(({ name }) => name !== "svg")) {
      this.#title ??= element;
    }
  }

  #isOpen(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** Ends the open elements from an index on. */
  #close(from: number): void {
    for (const { name } of this.#open.splice(from)) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    }
  }

  #addChild(child: HtmlNode): void {
    (this.#open.at(-1) ?? this.#root).children.push(child);
    if (typeof child === "string" || !child.isBlock) return;
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const parent = this.#open[index];
      if (parent === undefined || parent.isBlock) return;
      parent.isBlock = true;
    }
  }

  #addText(text: string): void {
    const children = (this.#open.at(-1) ?? this.#root).children;
    const last = children.at(-1);
    if (typeof last === "string") children[children.length - 1] = last + text;
    else children.push(text);
  }

  #endImplied(opened: string): void {
    const rule = impliedEnds.get(opened);
    if (rule !== undefined) this.#endNearest(rule.ended, (name) => rule.within.has(name));
    if (blockElements.has(opened) && this.#isOpen("p")) {
      this.#endNearest(paragraph, (name) => name !== "p" && blockElements.has(name));
    }
  }

  #endNearest(ended: ReadonlySet<string>, isBeyond: (name: string) => boolean): void {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const name = this.#open[index]?.name ?? "";
      if (ended.has(name)) return this.#close(index);
      if (isBeyond(name)) return;
    }
  }
}

const paragraph = words("p");

function newElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  isBlock: boolean,
): HtmlElement {
  return { name, attributes, children: [], isBlock };
}
