const maxLength = 64;

/**
 * The name that a server has in tools' names and rules: letters, digits, `_`, `-` and `.`. White space
 * and everything else become `-`, so that no name can look like another's pattern.
 *
 * Shapes: null when nothing is left of it, or it is longer than 64.
 */
export function serverName(written: string): string | null {
  const name = written
    .normalize("NFC")
    .trim()
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-");
  return /[A-Za-z0-9]/.test(name) && name.length <= maxLength ? name : null;
}
