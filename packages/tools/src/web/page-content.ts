import type { ContentPart } from "@toolwright/core";
import { cutText, type Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { sizeText } from "../text/number-text.ts";
import type { FailedPage, FetchedPage, ReadPage } from "./fetch-page.ts";
import { untrustedText } from "./untrusted-text.ts";

/** The pages for a model: texts between marks, then what else they have, such as images. */
export function pageContent(pages: readonly FetchedPage[]): readonly ContentPart[] {
  return pages.flatMap((page): readonly ContentPart[] => {
    if ("error" in page) return [{ type: "text", text: failureText(page) }];
    const text = textOf(page);
    const others = page.parts.filter(({ type }) => type !== "text");
    const shown =
      text === "" && others.length > 0 ? `${introOf(page)}` : untrustedText(introOf(page), text);
    return [{ type: "text", text: shown }, ...others];
  });
}

/** The text of a page, with its title first. */
export function textOf({ title, parts }: ReadPage): string {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const body = texts.join("\n\n");
  return title === undefined || title === "" || body === "" ? body : `Title: ${title}\n\n${body}`;
}

/** One line for the person. */
export function describePage(page: FetchedPage): Phrase {
  const { href: url } = page.url;
  if ("error" in page) {
    return phrase("{url} was not fetched: {reason}", { url, reason: page.error.message });
  }
  const size = sizeText(page.size);
  return phrase("Fetched {url}: {type}, {size}", {
    url: page.finalUrl.href,
    type: typeOf(page),
    size,
  });
}

function introOf(page: ReadPage): string {
  const { url, finalUrl, size } = page;
  const from =
    finalUrl.href === url.href ? url.href : `${finalUrl.href} (redirected from ${url.href})`;
  return `${from}: ${typeOf(page)}, ${sizeText(size)}.`;
}

/** The server says it, so it may contain anything. */
function typeOf({ contentType = "" }: ReadPage): string {
  const [type = "unknown type"] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType) ?? [];
  return cutText(type, 100);
}

function failureText({ url, error }: FailedPage): string {
  return `${url.href} was not fetched: ${error.message}`;
}
