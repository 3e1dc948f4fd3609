import { withoutHidden } from "@toolwright/core/internal";

/** Colours and cursor moves. Without their first character, the rest would remain as text. */
const terminalSequence = /\p{Cc}\[[0-9;?]*[ -/]*[@-~]/gu;

/** Deeper values are dropped; no useful answer is this deep. */
const maxDepth = 64;

/**
 * A server's text without invisible characters, which could speak to the model behind the person's back.
 */
export function plainText(text: string): string {
  return withoutHidden(text.includes("\u001b") ? text.replace(terminalSequence, "") : text, "text");
}

/** An answer with `plainText` applied to each string and field name. */
export function plainAnswer<T>(value: T, depth = 0): T {
  // The casts hold: strings stay strings, and other values keep their shape.
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
