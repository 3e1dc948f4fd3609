const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["?", "?"],
]);

/**
 * The value of `$'…'` where its escapes are of the plain kind (`\n`, `\t`, quotes, `\x41`, `\101`
 * of a printing ASCII character). Null for any other, in which versions and locales differ.
 */
export function decodeAnsiC(text: string): string | null {
  if (!text.startsWith("$'") || !text.endsWith("'")) return null;
  let isPlain = true;
  const value = text
    .slice(2, -1)
    .replace(
      /\\(?:x([0-9A-Fa-f]{2})(?![0-9A-Fa-f])|([0-7]{3})|([\s\S]))/g,
      (_, hex?: string, octal?: string, letter?: string) => {
        const decoded =
          letter === undefined
            ? printing(
                hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16),
              )
            : escapes.get(letter);
        isPlain &&= decoded !== undefined;
        return decoded ?? "";
      },
    );
  return isPlain ? value : null;
}

function printing(code: number): string | undefined {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
