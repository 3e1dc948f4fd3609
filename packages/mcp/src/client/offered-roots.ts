import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/**
 * The roots that a server may request. A server with directories on its command line gets none: servers
 * prefer a client's roots to those that the person wrote.
 */
export function offeredRoots(
  { transport }: Pick<ServerConfiguration, "transport">,
  cwd: string,
  roots: readonly string[],
): readonly string[] {
  if (transport.type !== "stdio") return roots;
  const from = transport.cwd ?? cwd;
  const isTold = transport.arguments.some((word) =>
    // `--root=/notes` as well as `/notes`.
    [word, word.slice(word.indexOf("=") + 1)].some(
      (text) => text !== "" && isDirectory(resolve(from, text)),
    ),
  );
  return isTold ? [] : roots;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // Not a valid path, or not readable.
    return false;
  }
}
