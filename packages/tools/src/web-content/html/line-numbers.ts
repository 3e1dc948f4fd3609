import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/** Whether an element only numbers lines of code. Browsers leave text that can't be selected out of copies. */
export function isLineNumbers({ attributes }: HtmlElement): boolean {
  if (attributes.size === 0) return false;
  if (/user-select: ?none/.test(attributes.get("style") ?? "")) return true;
  return /(?:^|[\s_-])(?:linenos?|lnt?|gutter|line-?numbers?|blob-num)(?=$|[\s_-])/.test(
    attributes.get("class") ?? "",
  );
}

/** The text of code without line numbers, white space included. */
export function codeText(node: HtmlNode): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  return node.children
    .map((child) => (typeof child !== "string" && isLineNumbers(child) ? "" : codeText(child)))
    .join("");
}
