import { cutText } from "../text/cut-text.ts";
import { isAtOrBelow } from "../effects/at-or-below.ts";

const maxLength = 400;
const absolutePath = /(?:\/|\b[A-Za-z]:\\)[^\s'"`:;,()<>|]+/g;

/**
 * The first line of an unexpected error's message, without paths outside the workspace, because a model
 * should not learn about the host. Workspace paths are kept.
 */
export function maskHostPaths(message: string, roots: readonly string[]): string {
  const firstLine = message.split("\n", 1)[0] ?? "";
  return cutText(firstLine, maxLength).replace(absolutePath, (path) =>
    roots.some((root) => isAtOrBelow(path, root)) ? path : "(a path outside the workspace)",
  );
}
