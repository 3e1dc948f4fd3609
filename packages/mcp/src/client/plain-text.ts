import { withoutHidden } from "@toolwright/core/internal";

/** Colours and cursor moves: without their first character the rest of them would be left as text. */
const terminalSequence = /\p{Cc}\[[0-9;?]*[ -/]*[@-~]/gu;

/** Deeper than any answer of use; what is below is left out. */
const maxDepth = 64;

/**
 * A server's text without what a person can't see: it must not speak to the model behind their back.
 */
export function plainText(text: string): string {
  return withoutHidden(text.includes("\u001b") ? text.replace(terminalSequence, "") : text, "text");
}

/** An answer with each string in it as `plainText`, names of fields included. */
export function plainAnswer<T>(value: T, depth = 0): T {
  // Strings become strings, and all else keeps its shape.
  if (typeof value === "string") return plainText(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null as T;
  if (Array.isArray(value)) return value.map((item) => plainAnswer(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([name, item]) => [
    plainText(name),
    plainAnswer(item, depth + 1),
  ]);
  return Object.fromEntries(entries) as T;
}
