import { withoutHidden } from "@toolwright/core/internal";
import { countText } from "../../text/number-text.ts";
import { absoluteUrl } from "./absolute-url.ts";
import { hidingRules, removeHidden } from "./hidden-elements.ts";
import { mainContent } from "./main-content.ts";
import { parseHtml } from "./parse-html.ts";
import { placeStreamedParts } from "./streamed-parts.ts";
import { markdownStyle, plainStyle } from "./text-style.ts";
import { writeBlocks } from "./write-blocks.ts";

export interface HtmlRequest {
  readonly html: string;
  /** The page's address, which links are relative to. */
  readonly url: string;
  readonly format: "markdown" | "text";
  /** Whether it is XHTML. */
  readonly isXml?: boolean;
}

export interface HtmlText {
  readonly title: string;
  /** The page's content; empty for a page without text. */
  readonly text: string;
  /** Sentences about what is missing. */
  readonly notes: readonly string[];
}

/** A page's content as Markdown or plain text. Never throws; takes time proportional to its length. */
export function convertHtml({ html, url, format, isXml }: HtmlRequest): HtmlText {
  const page = parseHtml(html, isXml);
  placeStreamedParts(page.root, page.scripts);
  const hidden = removeHidden(page.root, hidingRules(page.styles));
  const text = writeBlocks(mainContent(page.root), {
    style: format === "markdown" ? markdownStyle : plainStyle,
    base: absoluteUrl(page.base, url) ?? url,
    page: url.replace(/#.*$/s, ""),
    depth: 0,
    isStrong: false,
    language: "",
  });
  const notes = hidden > 0 ? [`${countText(hidden)} characters of hidden text are left out.`] : [];
  return { title: withoutHidden(page.title, "text"), text: withoutHidden(text, "text"), notes };
}
