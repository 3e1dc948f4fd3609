const closer = /^\s*(?:[)\]}]|(?:end|fi|done|esac)\b)/;

/** A text with the indentation of another place on all lines but the first, which stands there already. */
export function reindent(text: string, indent: string): string {
  const lines = text.split("\n");
  const base = baseIndent(lines, indent);
  return lines
    .map((line, index) => {
      if (line.trim() === "") return "";
      const body = line.startsWith(base) ? line.slice(base.length) : line.trimStart();
      return index === 0 ? body : indent + body;
    })
    .join("\n");
}

/** The indentation that a text already has as a whole. */
function baseIndent(lines: readonly string[], indent: string): string {
  const [first = "", ...rest] = lines.filter((line) => line.trim() !== "");
  if (rest.length === 0 || indentOf(first) !== "") return indentOf(first);
  // A text that was copied from its first word on: the other lines have the indentation of the file.
  const least = rest
    .map(indentOf)
    .reduce((one, other) => (other.length < one.length ? other : one));
  if (closer.test(rest.at(-1) ?? "")) return least;
  return least.length > indent.length && least.startsWith(indent) ? indent : "";
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
