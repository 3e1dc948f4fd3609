import type { ServerEntry } from "../settings/edit-servers.ts";
import type { HostName } from "./host-names.ts";

/** A converted entry of another host. */
export interface ConvertedServer {
  readonly entry: ServerEntry;
  /** Keys that aren't imported or differ, a few words each. */
  readonly notes: readonly string[];
}

/** Keys with the same meaning here. */
const kept: ReadonlySet<string> = new Set([
  "command",
  "args",
  "env",
  "cwd",
  "type",
  "transport",
  "url",
  "httpUrl",
  "headers",
  "enabled",
  "disabled",
  "timeout",
  "timeoutMs",
  "include",
  "includeTools",
  "exclude",
  "excludeTools",
  "disabledTools",
]);

/** Keys that allow tools without approval. Here only the user's own settings can do so. */
const loosening: ReadonlySet<string> = new Set(["trust", "alwaysAllow", "autoApprove"]);

const decoration: ReadonlySet<string> = new Set([
  "description",
  "name",
  "version",
  "gallery",
  "source",
]);

/** Keys of Codex and opencode, and ours. */
const renamed: Readonly<Record<string, string>> = {
  environment: "env",
  http_headers: "headers",
  enabled_tools: "includeTools",
  disabled_tools: "excludeTools",
};

/**
 * Converts an entry: keeps the keys that are used here, and rewrites placeholders. An import trusts
 * nothing. Null for a value that isn't an entry.
 */
export function convertServer(value: unknown, host: HostName | null): ConvertedServer | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const notes: string[] = [];
  const entry: Record<string, unknown> = {};
  for (const [written, given] of Object.entries(plainEntry(value))) {
    const key = Object.hasOwn(renamed, written) ? (renamed[written] ?? written) : written;
    if (kept.has(key)) entry[key] = withOurPlaceholders(given, { host, notes });
    else if (loosening.has(key)) notes.push(`'${key}' isn't imported: its tools need approval`);
    else if (!decoration.has(key)) notes.push(`'${key}' isn't used here`);
  }
  return { entry, notes: [...new Set(notes)] };
}

/** With one command and a list of arguments, and without a type that means no more than that. */
function plainEntry(value: object): object {
  const { command, type, bearer_token_env_var: token, ...rest } = value as Record<string, unknown>;
  const isNamed = type === undefined || type === "local" || type === "remote";
  return {
    ...(isNamed ? {} : { type }),
    ...commandIn(command),
    ...rest,
    ...(typeof token === "string" && {
      http_headers: { ...(rest["http_headers"] as object), Authorization: `Bearer \${${token}}` },
    }),
  };
}

/** opencode has a list of words; Zed once had an object. */
function commandIn(command: unknown): object {
  if (Array.isArray(command)) {
    const [program, ...args] = command as readonly unknown[];
    return { command: program, args };
  }
  if (typeof command === "object" && command !== null) {
    const { path, ...rest } = command as Record<string, unknown>;
    return { command: path, ...rest };
  }
  return command === undefined ? {} : { command };
}

interface Conversion {
  readonly host: HostName | null;
  readonly notes: string[];
}

function withOurPlaceholders(value: unknown, conversion: Conversion): unknown {
  if (typeof value === "string") return placeholdersIn(value, conversion);
  if (Array.isArray(value)) {
    return value.map((item: unknown) => withOurPlaceholders(item, conversion));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withOurPlaceholders(item, conversion)]),
  );
}

function placeholdersIn(text: string, { host, notes }: Conversion): string {
  // Visual Studio Code prompts for these inputs.
  const asked = text.replaceAll(/\$\{input:([^}]*)\}/g, (_all, id: string) => {
    const name = variableName(id);
    notes.push(`the input '${id}' is now the variable ${name}: set it before you start`);
    return `\${${name}}`;
  });
  if (host === "opencode") return asked.replaceAll(/\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, "${$1}");
  // Gemini CLI also has variables without braces. For other hosts a dollar sign is literal.
  return host === "gemini-cli"
    ? asked.replaceAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (_all, name: string) => `\${${name}}`)
    : asked;
}

function variableName(id: string): string {
  const name = id
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `INPUT_${name}`;
}
