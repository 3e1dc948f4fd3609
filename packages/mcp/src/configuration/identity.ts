import { createHash } from "node:crypto";
import type { ServerConfiguration } from "./server-configuration.ts";

/**
 * Which server an entry really means: what a person's word about it is bound to, and never to its
 * name. Another command, argument, folder or address is another server; another value of a
 * variable or header, as a new token, is not.
 *
 * Shapes: SHA-256 in hex.
 */
export function identityOf({ transport }: Pick<ServerConfiguration, "transport">): string {
  const facts =
    transport.type === "stdio"
      ? [
          "stdio",
          transport.command,
          transport.arguments,
          Object.keys(transport.environment).toSorted(),
          transport.cwd ?? null,
        ]
      : ["url", placeOf(transport.url), headerNames(transport.headers)];
  // JSON tells where a text ends, whatever it holds.
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

/** Without the query, which may hold a key, and without a spelling that means the same. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function headerNames(headers: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set(Object.keys(headers).map((name) => name.toLowerCase()))].sort();
}
