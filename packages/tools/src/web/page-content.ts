import type { ContentPart } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import type { FetchedPage, ReadPage } from "./fetch-page.ts";
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
export function describePage(page: FetchedPage): string {
  return "error" in page ? failureText(page) : introOf(page);
}

function introOf({ url, finalUrl, contentType, size }: ReadPage): string {
  const from =
    finalUrl.href === url.href ? url.href : `${finalUrl.href} (redirected from ${url.href})`;
  // A header of the server, which may contain anything.
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? "")?.[0] ?? "unknown type";
  return `${from}: ${cutText(type, 100)}, ${size} bytes.`;
}

function failureText({ url, error }: Extract<FetchedPage, { readonly error: unknown }>): string {
  return `${url.href} was not fetched: ${error.message}`;
}
