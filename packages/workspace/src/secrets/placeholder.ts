/** How every placeholder begins. */
const opening = "«secret:";

/**
 * What stands after the opening where the text itself had it, and not we: a file that holds the words
 * `«secret:X»` is shown as `«secret:literal:X»`, and written back as it was.
 */
const literalMark = "literal:";

/** A name or an encoding of it, as between `«secret:` and `»`. */
const shape = /«secret:(literal:|[\w.-]{1,128}(?::[a-z\d-]{1,32})?»)/g;

/** What a secret's placeholder is called: names of variables as they are, all else made to look so. */
export function placeholderName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").slice(0, 120);
  // `«secret:literal:…` means something else.
  return plain === "" || plain === "literal" ? `${plain}_` : plain;
}

/** `encoding` is empty for the value as it is. */
export function placeholderOf(name: string, encoding = ""): string {
  return `${opening}${name}${encoding === "" ? "" : `:${encoding}`}»`;
}

/** Of text from the world: so that what looks like a placeholder and isn't can be told from one. */
export function markLiterals(text: string): string {
  return text.includes(opening) ? text.replaceAll(opening, opening + literalMark) : text;
}

export function hasPlaceholder(text: string): boolean {
  return text.includes(opening);
}

/** With each placeholder replaced by what `valueOf` gives; undefined leaves it. Marked ones lose their mark. */
export function replacePlaceholders(
  text: string,
  valueOf: (placeholder: string) => string | undefined,
): string {
  if (!hasPlaceholder(text)) return text;
  return text.replace(shape, (found, inner: string) =>
    inner === literalMark ? opening : (valueOf(found) ?? found),
  );
}

/** The end of a text that may be the beginning of an opening: how many characters. */
export function openingAtEnd(text: string): number {
  for (let length = Math.min(opening.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(opening.slice(0, length))) return length;
  }
  return 0;
}
