/** An entry as written, for a person to read. Placeholders stay; secret values are removed. */
export interface WrittenServer {
  /** The command line, or the URL without its query. */
  readonly text: string;
  /** The names of its variables. */
  readonly environment: readonly string[];
  readonly headers: readonly string[];
}

/** Accepts any value. Never throws. */
export function writtenServer(entry: unknown): WrittenServer {
  const fields = new Map(fieldsOf(entry));
  const command = fields.get("command");
  const args = fields.get("args");
  const url = fields.get("httpUrl") ?? fields.get("url");
  const words = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])];
  const names = (key: string): readonly string[] => fieldsOf(fields.get(key)).map(([name]) => name);
  return {
    text: command === undefined ? withoutSecrets(textOf(url)) : words.map(quoted).join(" "),
    environment: names("env"),
    headers: names("headers"),
  };
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quoted(value: unknown): string {
  const text = textOf(value);
  return text === "" || /\s/.test(text) ? JSON.stringify(text) : text;
}

/** Removes the query, which often holds a key, and the part before `@`, which holds a password. */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, "?…").replace(/\/\/[^/]*@/, "//…@");
}
