/** One bullet of a memory file. */
export interface Fact {
  /** As `2026-11-23`; null for a bullet that a person wrote without one. */
  readonly date: string | null;
  /** One line, without the date. */
  readonly text: string;
  /** The lines of the bullet: the first, and the one after the last. 0-based. */
  readonly start: number;
  readonly end: number;
}

/** The space for all facts of a file, because a model reads them in every session. */
export const MAX_MEMORY_BYTES = 8 * 1024;

const bullet = /^ {0,3}[-*+]\s+(?:(\d{4}-\d{2}-\d{2}):?\s+)?(\S.*)$/;
const continuation = /^\s+\S/;

/**
 * The facts of a memory file: its bullets, with the indented lines that continue them. Everything else is a
 * person's own text, which no fact is made of. Never throws, whatever the text is.
 */
export function factsOf(text: string): readonly Fact[] {
  const lines = linesOf(text);
  const facts: Fact[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, date = null, first] = bullet.exec(lines[at] ?? "") ?? [];
    if (first === undefined || !/[\p{L}\p{N}]/u.test(first)) continue;
    let end = at + 1;
    while (continuation.test(lines[end] ?? "") && !bullet.test(lines[end] ?? "")) end += 1;
    const rest = lines.slice(at + 1, end);
    facts.push({ date, text: oneLine([first, ...rest].join(" ")), start: at, end });
    at = end - 1;
  }
  return facts;
}

/** The text with one more bullet at its end. All other text stays. */
export function withFact(text: string, fact: Pick<Fact, "date" | "text">): string {
  const before = text.trim() === "" ? heading : text;
  const newLine = before.includes("\r\n") ? "\r\n" : "\n";
  const gap = /[\r\n]$/.test(before) ? "" : newLine;
  return `${before}${gap}${bulletOf(fact)}${newLine}`;
}

/** The text without these bullets. All other text stays. */
export function withoutFacts(text: string, facts: readonly Fact[]): string {
  const gone = new Set(facts.flatMap(({ start, end }) => range(start, end)));
  return text
    .split(/(?<=\n|\r(?!\n))/)
    .filter((_, line) => !gone.has(line))
    .join("");
}

/** The same fact has the same key, however it is spaced, capitalised or ended. */
export function keyOf(text: string): string {
  return oneLine(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.!;,]+$/u, "");
}

/** The bytes of a file's budget that facts take. */
export function bytesOf(facts: readonly Pick<Fact, "date" | "text">[]): number {
  return facts.reduce((sum, fact) => sum + Buffer.byteLength(bulletOf(fact)) + 1, 0);
}

export function bulletOf({ date, text }: Pick<Fact, "date" | "text">): string {
  return date === null ? `- ${text}` : `- ${date}: ${text}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

const heading =
  "# Memory\n\nFacts to remember, one bullet each. Edit or delete them as you like.\n\n";

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
