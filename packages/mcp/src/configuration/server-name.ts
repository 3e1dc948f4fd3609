const maxLength = 64;

/**
 * The server's name in tool names and rules: letters, digits, `_`, `-` and `.`. Everything else becomes `-`,
 * so that no name can look like a pattern.
 *
 * Shapes: null when the result has no letter or digit, or is longer than 64 characters.
 */
export function serverName(written: string): string | null {
  const name = written
    .normalize("NFC")
    .trim()
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-");
  return /[A-Za-z0-9]/.test(name) && name.length <= maxLength ? name : null;
}
