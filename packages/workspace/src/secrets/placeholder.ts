/** The beginning of every placeholder. */
const opening = "«secret:";

/**
 * Follows the opening where the text itself contained it: a file with the text `«secret:X»` is
 * shown as `«secret:literal:X»`, and written back unchanged.
 */
const literalMark = "literal:";

/** A name with an optional encoding, between `«secret:` and `»`. */
const shape = /«secret:(literal:|[\w.-]{1,128}(?::[a-z\d-]{1,32})?»)/g;

/** The name for a secret's placeholder: names of variables unchanged, others made similar. */
export function placeholderName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").slice(0, 120);
  // `«secret:literal:…` has another meaning.
  return plain === "" || plain === "literal" ? `${plain}_` : plain;
}

/** `encoding` is empty for the unchanged value. */
export function placeholderOf(name: string, encoding = ""): string {
  return `${opening}${name}${encoding === "" ? "" : `:${encoding}`}»`;
}

/** Marks openings in external text, so that they can't be mistaken for placeholders. */
export function markLiterals(text: string): string {
  return text.includes(opening) ? text.replaceAll(opening, opening + literalMark) : text;
}

export function hasPlaceholder(text: string): boolean {
  return text.includes(opening);
}

/**
 * Replaces each placeholder by the result of `valueOf`; undefined keeps it. Removes literal marks.
 */
export function replacePlaceholders(
  text: string,
  valueOf: (placeholder: string) => string | undefined,
): string {
  if (!hasPlaceholder(text)) return text;
  return text.replace(shape, (found, inner: string) =>
    inner === literalMark ? opening : (valueOf(found) ?? found),
  );
}

/** The number of characters at the text's end that may begin an opening. */
export function openingAtEnd(text: string): number {
  for (let length = Math.min(opening.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(opening.slice(0, length))) return length;
  }
  return 0;
}
