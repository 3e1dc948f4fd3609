const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["?", "?"],
]);

/**
 * The value of `$'…'` with simple escapes (`\n`, `\t`, quotes, `\x41` and `\101` of printable ASCII).
 * Null for any other escape, because versions and locales differ.
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
