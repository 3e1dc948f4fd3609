import { type Effect, ToolError } from "@toolwright/core";
import { cutText, requestEffect } from "@toolwright/core/internal";
import { endpointOf } from "./follow-redirects.ts";

/** The URLs of a call, each once. Errors: ToolError `input-invalid`. */
export function parseUrls(asked: string | readonly string[]): readonly URL[] {
  const urls = (typeof asked === "string" ? [asked] : asked).map(parseUrl);
  return [...new Map(urls.map((url) => [url.href, url])).values()];
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new ToolError(
    "input-invalid",
    `${JSON.stringify(cutText(text, 200))} is no web address. Write it in full, with http:// or https://, such as https://example.com/page.`,
  );
}

/** The effects of fetching these URLs. */
export function fetchEffects(urls: readonly URL[]): readonly Effect[] {
  const byEndpoint = claimedUrls(urls).map((url) => [endpointOf(url), requestEffect(url)] as const);
  return [...new Map(byEndpoint).values()];
}

/** The URLs, and for http the same host's https, to which most sites redirect. */
export function claimedUrls(urls: readonly URL[]): readonly URL[] {
  return urls.flatMap((url) => [url, ...upgraded(url)]);
}

function upgraded({ protocol, port, hostname }: URL): readonly URL[] {
  return protocol === "http:" && port === "" ? [new URL(`https://${hostname}/`)] : [];
}
