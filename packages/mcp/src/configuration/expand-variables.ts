/** The values of `${…}` in a server's entry. */
export interface ExpansionContext {
  /** The workspace's first root, absolute. */
  readonly workspace: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variables that may be read; null for all, as in a person's own files. */
  readonly readable: ReadonlySet<string> | null;
}

/** The expanded text, or why it cannot be expanded. */
export type Expansion =
  | { readonly text: string; readonly notes: readonly string[] }
  | { readonly problem: string };

/**
 * Replaces `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}` and `${userHome}`. Values and
 * defaults are not expanded again.
 */
export function expandVariables(text: string, context: ExpansionContext): Expansion {
  const notes: string[] = [];
  let expanded = "";
  let rest = text;
  for (;;) {
    const start = rest.indexOf("${");
    if (start === -1) return { text: expanded + rest, notes };
    const end = rest.indexOf("}", start);
    if (end === -1) return { problem: `a '}' is missing after '\${' in ${shortened(text)}` };
    const value = valueOf(rest.slice(start + 2, end), context, notes);
    if ("problem" in value) return value;
    expanded += rest.slice(0, start) + value.text;
    rest = rest.slice(end + 1);
  }
}

type Value = { readonly text: string } | { readonly problem: string };

function valueOf(inside: string, context: ExpansionContext, notes: string[]): Value {
  const place = placeOf(inside, context);
  if (place !== null) return { text: place };
  if (inside.startsWith("input:")) {
    return {
      problem: `\${${inside}} needs a prompt, which is not supported: set a variable and write \${env:NAME}`,
    };
  }
  const match = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside);
  if (match === null) return { problem: `\${${inside}} is unknown` };
  const [, name = "", fallback] = match;
  return variableOf(name, fallback, context, notes);
}

function placeOf(inside: string, { workspace, home }: ExpansionContext): string | null {
  switch (inside) {
    case "workspaceFolder":
    case "workspaceRoot":
      return workspace;
    case "userHome":
    case "HOME":
      return home;
    case "pathSeparator":
    case "/":
      return "/";
    default:
      return null;
  }
}

function variableOf(
  name: string,
  fallback: string | undefined,
  { environment, readable }: ExpansionContext,
  notes: string[],
): Value {
  if (readable !== null && !readable.has(name)) {
    const remedy = `a project's servers may only read variables named in your own settings: "mcpVariables": ["${name}"]`;
    if (fallback === undefined) return { problem: `\${${name}} may not be read: ${remedy}` };
    notes.push(`\${${name}} keeps its default: ${remedy}`);
    return { text: fallback };
  }
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  // As in shells, an empty variable counts as unset when there is a default.
  if (fallback !== undefined)
    return { text: value === undefined || value === "" ? fallback : value };
  if (value === undefined) {
    return {
      problem: `the variable ${name} is not set; write \${${name}:-default} to give a default`,
    };
  }
  return { text: value };
}

/** The beginning of a text identifies it; the rest may hold a secret. */
function shortened(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
