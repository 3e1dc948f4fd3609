import { createHash } from "node:crypto";

/** What vendors take. */
const maxName = 64;
/** Leaves the tool room enough to be recognised. */
const maxServerPart = 32;
const hashLength = 10;

const plainServer = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const plainTool = /^[A-Za-z0-9_-]+$/;
/** A plain name that ends as the shortened ones do is shortened, too: no two kinds of names meet. */
const looksShortened = /_[0-9a-f]{10}$/;

/**
 * The name that models know a server's tool by: `mcp__<server>__<tool>`, at most 64 characters. It depends
 * on the two names alone, never on what else there is; of two different tools it is never the same, unless
 * 40 bits of their SHA-256 are.
 *
 * Shapes: a name with other characters than `A-Z a-z 0-9 _ -`, or too long a one, is made fit and gets ten
 * hexadecimal digits of its hash.
 */
export function serverToolName(server: string, tool: string): string {
  const prefix = serverToolPrefix(server);
  return prefix + part(tool, plainTool, maxName - prefix.length);
}

/** What all names of one server's tools begin with, and no other server's: `mcp__github__`. */
export function serverToolPrefix(server: string): string {
  // Without two underscores in a row, nor one at its end, the first two end it.
  return `mcp__${part(server, plainServer, maxServerPart)}__`;
}

function part(name: string, plain: RegExp, max: number): string {
  if (name.length <= max && plain.test(name) && !looksShortened.test(name)) return name;
  const readable = name
    .replaceAll(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^_/, "")
    .slice(0, max - hashLength - 1)
    .replace(/_$/, "");
  const hash = createHash("sha256").update(name).digest("hex").slice(0, hashLength);
  return `${readable === "" ? "x" : readable}_${hash}`;
}
