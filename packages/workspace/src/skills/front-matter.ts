/** A Markdown file that begins with YAML between two lines of `---`. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text below. */
  readonly body: string;
}

/** More than any list of fields needs. */
const maxYamlCharacters = 16 * 1024;

const opening = /^\ufeff?---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/**
 * Reads the front matter of a Markdown file. The YAML is parsed as plain data: no tags, no repeated keys, and few
 * aliases, so that a small file can't become large.
 *
 * Shapes: returns one clause that says what is wrong if there is no front matter that is a map.
 */
export async function parseFrontMatter(text: string): Promise<FrontMatter | string> {
  const parts = splitFrontMatter(text);
  if (typeof parts === "string") return parts;
  // Loaded with the first file that has front matter, as most sessions read none.
  const { parse } = await import("yaml");
  let fields: unknown;
  try {
    fields = parse(parts.yaml, { schema: "core", maxAliasCount: 20, logLevel: "error" });
  } catch (thrown) {
    const [reason = ""] = String((thrown as Error).message).split("\n");
    return `its front matter is no valid YAML: ${reason.replace(/[:.]$/, "")}`;
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return "its front matter is not a list of fields such as 'name: …'";
  }
  return { fields: fields as FrontMatter["fields"], body: parts.body };
}

/** The text below the front matter; the whole text if there is none. */
export function bodyOf(text: string): string {
  const parts = splitFrontMatter(text);
  return typeof parts === "string" ? text : parts.body;
}

function splitFrontMatter(text: string): { readonly yaml: string; readonly body: string } | string {
  const first = opening.exec(text)?.[0];
  if (first === undefined) return "it doesn't begin with front matter (a line of ---)";
  const rest = text.slice(first.length);
  const last = closing.exec(rest.slice(0, maxYamlCharacters));
  if (last === null) {
    return `its front matter has no closing line of --- within ${maxYamlCharacters} characters`;
  }
  return { yaml: rest.slice(0, last.index), body: rest.slice(last.index + last[0].length) };
}
