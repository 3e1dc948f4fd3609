import { textContent } from "./html-tree.ts";
import { parseHtml } from "./parse-html.ts";

/** The text of a few words of HTML. */
export function plainText(html: string): string {
  return /[<&]/.test(html) ? textContent(parseHtml(html).root) : html;
}
