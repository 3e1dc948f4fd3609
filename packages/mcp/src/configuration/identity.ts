import { createHash } from "node:crypto";
import type { ServerConfiguration } from "./server-configuration.ts";

/**
 * The identity of the server that an entry starts or calls. Trust and pins are bound to it, never to the
 * name. Another command, argument, folder or address is another server; another value of a variable or
 * header, such as a new token, is not.
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
  // JSON keeps the boundaries between texts, whatever they hold.
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

/** The URL in its canonical spelling and without the query, which may hold a key. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function headerNames(headers: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set(Object.keys(headers).map((name) => name.toLowerCase()))].sort();
}
