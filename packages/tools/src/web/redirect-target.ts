import type { WebResponse } from "@toolwright/core/ports";

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The URL that a response redirects to; null for any other response, and for a URL that can't be read. */
export function redirectTarget({ status, headers }: WebResponse, from: URL): URL | null {
  const { location } = headers;
  if (!redirects.has(status) || location === undefined) return null;
  return URL.parse(location, from.href);
}
