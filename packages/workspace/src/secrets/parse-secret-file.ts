/** One setting of a file. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

const maxDepth = 12;

/**
 * The settings in a secret file, in any of the usual formats: lines of `NAME=value` or `name:
 * value`, JSON, netrc, addresses with a password, `.pgpass`, private keys. Never throws.
 */
export function parseSecretFile(fileName: string, text: string): readonly NamedValue[] {
  const found: NamedValue[] = [];
  const json = fileName.endsWith("json") || /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (json !== undefined) collect(json, "", found, 0);
  else for (const line of joinedLines(text)) found.push(...settingsOf(line));
  if (fileName === ".netrc" || fileName === "_netrc") found.push(...netrcPasswords(text));
  if (fileName === ".pgpass") found.push(...pgPasswords(text));
  for (const [address] of text.matchAll(/\b[\w.+-]+:\/\/[^/\s:@"']*:[^/\s@"']+@[^\s"']*/g)) {
    found.push({ name: `${nameOf(fileName)}_address`, value: address });
  }
  for (const [key] of text.matchAll(privateKey)) {
    found.push({ name: `${nameOf(fileName)}_key`, value: key });
  }
  return found;
}

const privateKey =
  /-----BEGIN [A-Z\d ]{0,60}PRIVATE KEY(?: BLOCK)?-----[^-]{40,16000}-----END [A-Z\d ]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const nameOf = (fileName: string): string => fileName.replace(/^[._]+/, "").replace(/\W+/g, "_");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, name: string, found: NamedValue[], depth: number): void {
  if (typeof value === "string") found.push({ name, value });
  else if (depth < maxDepth && typeof value === "object" && value !== null) {
    // Items of a list get the list's name.
    for (const [key, item] of Object.entries(value)) {
      collect(item, Array.isArray(value) ? name : key, found, depth + 1);
    }
  }
}

/** Joins lines of quoted values that span several lines. */
function joinedLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open: { text: string; quote: string; lines: number } | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (open !== null) {
      open.text += `\n${line}`;
      open.lines += 1;
      if (!line.includes(open.quote) && open.lines < 200) continue;
      lines.push(open.text);
      open = null;
      continue;
    }
    const [, quote] = /^\s*(?:export\s+)?[\w.-]+\s*=\s*(["'`])/.exec(line) ?? [];
    const rest = quote === undefined ? "" : line.slice(line.indexOf(quote) + 1);
    if (quote !== undefined && !rest.includes(quote)) open = { text: line, quote, lines: 1 };
    else lines.push(line);
  }
  if (open !== null) lines.push(...open.text.split("\n"));
  return lines;
}

const setting = /^\s*(?:export\s+|set\s+|- )?["']?([^\s"'=:#;][^\s"'=]*?)["']?\s*[=:]\s*([\s\S]*)$/;

function settingsOf(line: string): readonly NamedValue[] {
  // In npm's files the name contains colons: `//registry.example/:_authToken=…`.
  const [, key = "", rest = ""] =
    (line.startsWith("//") ? /^(\S+?)\s*=\s*(.*)$/.exec(line) : setting.exec(line)) ?? [];
  const name = key.split(/[:/]/).at(-1) ?? "";
  if (name === "") return [];
  const values = new Set(readings(rest));
  return Array.from(values, (value) => ({ name, value }));
}

/** The value as different programs would read it, the usual reading first. */
function readings(rest: string): readonly string[] {
  const [, quote = "", quoted] = /^(["'`])([\s\S]*?)(?<!\\)\1/.exec(rest) ?? [];
  if (quoted !== undefined) {
    if (quote === "'") return [quoted];
    return [
      quoted.replace(/\\([nrt"\\$])/g, (_, character: string) => unescaped[character] ?? character),
      quoted,
    ];
  }
  const whole = rest.trim();
  const bare = whole.replace(/\s+#.*$/, "").replace(/[,;]$/, "");
  // A short value may only seem to end there.
  return bare.length < 12 ? [bare, whole] : [bare, whole.replace(/\s+#.*$/, "")];
}

const unescaped: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function netrcPasswords(text: string): readonly NamedValue[] {
  const machines = text.matchAll(
    /\b(?:machine\s+(\S+)|default)\b|\bpassword\s+(?:"([^"]*)"|(\S+))/g,
  );
  let machine = "default";
  const found: NamedValue[] = [];
  for (const [whole, host, quoted, plain] of machines) {
    if (!whole.startsWith("password")) machine = host ?? "default";
    else found.push({ name: `${machine}_password`, value: quoted ?? plain ?? "" });
  }
  return found;
}

function pgPasswords(text: string): readonly NamedValue[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/(?<!\\):/))
    .filter((fields) => fields.length >= 5 && !fields[0]?.startsWith("#"))
    .map(([host = "", , , user = "", ...password]) => ({
      name: `${host}_${user}_password`,
      value: password.join(":").replace(/\\([:\\])/g, "$1"),
    }));
}
