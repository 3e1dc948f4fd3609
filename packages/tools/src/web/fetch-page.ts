import { type ContentPart, type ToolContext, ToolError } from "@toolwright/core";
import { type BodyFormat, convertBody } from "../web-content/convert-body.ts";
import { type Arrived, endpointOf, followRedirects } from "./follow-redirects.ts";
import { claimedUrls } from "./parse-urls.ts";

/** A page as a model reads it. */
export interface ReadPage {
  /** As asked for. */
  readonly url: URL;
  readonly finalUrl: URL;
  readonly contentType: string | undefined;
  readonly title: string | undefined;
  readonly parts: readonly ContentPart[];
  /** Bytes of its body. */
  readonly size: number;
}

/** A page that could not be read. */
export interface FailedPage {
  readonly url: URL;
  readonly error: ToolError;
}

export type FetchedPage = ReadPage | FailedPage;

/** Pages that are fetched at the same time. */
const concurrency = 4;

const accepts: Readonly<Record<BodyFormat, string>> = {
  markdown: "text/markdown, text/html;q=0.9, */*;q=0.5",
  text: "text/plain, text/html;q=0.9, */*;q=0.5",
  raw: "*/*",
};

/**
 * Fetches pages, a few at a time. A failure costs its page only.
 *
 * Errors: ToolError if no page could be read.
 */
export async function fetchPages(
  urls: readonly URL[],
  format: BodyFormat,
  context: ToolContext,
): Promise<readonly FetchedPage[]> {
  const pages: FetchedPage[] = [];
  const allowed = new Set(claimedUrls(urls).map(endpointOf));
  const queue = urls.entries();
  const work = async (): Promise<void> => {
    for (const [index, url] of queue) {
      pages[index] = await orFailed(url, fetchPage(url, { format, allowed }, context));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  throwIfAllFailed(pages);
  return pages;
}

async function orFailed(url: URL, fetching: Promise<ReadPage>): Promise<FetchedPage> {
  try {
    return await fetching;
  } catch (thrown) {
    if (!ToolError.isInstance(thrown)) throw thrown;
    return { url, error: thrown };
  }
}

function throwIfAllFailed(pages: readonly FetchedPage[]): void {
  const errors = pages.flatMap((page) => ("error" in page ? [page.error] : []));
  const [first] = errors;
  if (first === undefined || errors.length < pages.length) return;
  if (errors.length === 1) throw first;
  throw new ToolError(first.code, errors.map(({ message }) => message).join("\n"));
}

async function fetchPage(
  url: URL,
  { format, allowed }: { readonly format: BodyFormat; readonly allowed: Set<string> },
  context: ToolContext,
): Promise<ReadPage> {
  const arrived = await followRedirects(url, { accept: accepts[format], allowed }, context);
  assertFound(arrived);
  const { response, url: finalUrl } = arrived;
  const { "content-type": contentType } = response.headers;
  const { title, content } = await convertBody({
    bytes: response.bytes,
    contentType: contentType ?? null,
    url: finalUrl.href,
    format,
  });
  return {
    url,
    finalUrl,
    contentType,
    title,
    parts: typeof content === "string" ? [{ type: "text", text: content }] : content,
    size: response.bytes.length,
  };
}

function assertFound({ url, response: { status, headers } }: Arrived): void {
  if (status >= 200 && status <= 299) return;
  const { "retry-after": seconds = "" } = headers;
  const advice =
    adviceFor[status] ??
    (status >= 500 ? "Try again later." : "Check the address, or try another.");
  const wait = /^\d+$/.test(seconds) ? ` The server asks to wait ${seconds} s.` : "";
  throw new ToolError("network-failed", `${url.href} answered ${status}. ${advice}${wait}`);
}

const adviceFor: Readonly<Record<number, string>> = {
  401: "The page needs a login. Try another source.",
  403: "The server refuses to show the page to programs, or to anybody. Try another source.",
  404: "There is no such page. Check the address.",
  410: "The page is gone. Try another source.",
  429: "The server takes no more requests for now.",
};
