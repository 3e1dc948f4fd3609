import type { WebResponse } from "@toolwright/core/ports";

type Headers = WebResponse["headers"];

/**
 * The time until which a response can be used without asking the server, in milliseconds since the epoch; 0 when
 * it must be asked each time. Null when the response must not be stored, or storing it is of no use.
 *
 * Source: RFC 9111, without its heuristics.
 */
export function freshUntil(headers: Headers, nowMs: number): number | null {
  const directives = directivesOf(headers["cache-control"] ?? "");
  if (directives.has("no-store") || (headers["vary"] ?? "").includes("*")) return null;
  const until = directives.has("no-cache") ? 0 : nowMs + lifetimeMs(headers, directives);
  if (until > nowMs) return until;
  return Object.keys(validators(headers)).length > 0 ? 0 : null;
}

/** The headers that ask whether a stored response still holds. */
export function validators(headers: Headers): Readonly<Record<string, string>> {
  const { etag, "last-modified": modified } = headers;
  return {
    ...(etag !== undefined && { "If-None-Match": etag }),
    ...(modified !== undefined && { "If-Modified-Since": modified }),
  };
}

function lifetimeMs(headers: Headers, directives: ReadonlyMap<string, string>): number {
  const ageMs = Number(headers["age"] ?? 0) * 1_000 || 0;
  const maxAge = directives.get("max-age");
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) * 1_000 - ageMs : 0;
  const { expires, date } = headers;
  if (expires === undefined || date === undefined) return 0;
  return Date.parse(expires) - Date.parse(date) - ageMs || 0;
}

function directivesOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").map((directive): readonly [string, string] => {
    const [name = "", value = ""] = directive.split("=", 2);
    return [name.trim().toLowerCase(), value.trim().replaceAll('"', "")];
  });
  return new Map(pairs);
}
