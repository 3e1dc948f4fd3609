import { createHash } from "node:crypto";

/** The limit of model vendors. */
const maxName = 64;
/** Leaves enough characters to recognise the tool. */
const maxServerPart = 32;
const hashLength = 10;

const plainServer = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const plainTool = /^[A-Za-z0-9_-]+$/;
/**
 * A plain name that ends like a shortened one is shortened as well, so that the two kinds never collide.
 */
const looksShortened = /_[0-9a-f]{10}$/;

/**
 * The name of a server's tool for models: `mcp__<server>__<tool>`, at most 64 characters. It depends only on
 * the two names. Two tools get the same name only if 40 bits of their SHA-256 are equal.
 *
 * Shapes: a name that is too long, or has characters other than `A-Z a-z 0-9 _ -`, is shortened and ends with
 * ten hexadecimal digits of its hash.
 */
export function serverToolName(server: string, tool: string): string {
  const prefix = serverToolPrefix(server);
  return prefix + part(tool, plainTool, maxName - prefix.length);
}

/** The prefix of all names of one server's tools, and of no other server's: `mcp__github__`. */
export function serverToolPrefix(server: string): string {
  // The server's part has no double underscore and no trailing one, so the next two end it.
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
