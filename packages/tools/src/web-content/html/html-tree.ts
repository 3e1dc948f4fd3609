/** An element of a page, as far as its text needs it. */
export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
  /** Whether it is a block, or an inline element around one. */
  isBlock: boolean;
}

/** An element, or text with its entities decoded. */
export type HtmlNode = HtmlElement | string;

/** The wanted elements in the order of the page, without those inside of another. */
export function findElements(
  root: HtmlElement,
  isWanted: (element: HtmlElement) => boolean,
): HtmlElement[] {
  const found: HtmlElement[] = [];
  const look = ({ children }: HtmlElement): void => {
    for (const child of children) {
      if (typeof child === "string") continue;
      if (isWanted(child)) found.push(child);
      else look(child);
    }
  };
  look(root);
  return found;
}

/** The text of an element as it is in the page, white space included. */
export function textContent(node: HtmlNode): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  return node.children.map(textContent).join("");
}

/** The number of characters of an element's text, not counting white space between elements. */
export function textLength(node: HtmlNode): number {
  if (typeof node === "string") return node.trim().length;
  let sum = 0;
  for (const child of node.children) sum += textLength(child);
  return sum;
}

/** A set of the words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
