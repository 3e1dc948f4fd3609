import { isAbsolute, join, resolve } from "node:path";
import { type ExpansionContext, expandVariables } from "./expand-variables.ts";
import { readFields, type Fields } from "./entry-fields.ts";
import type { OAuthOptions, ServerConfiguration, ServerTransport } from "./server-configuration.ts";

/** A parsed entry, or why it cannot be used; `key` is the field concerned. */
export type ReadEntry =
  | {
      /** Null for an entry that only disables a server. */
      readonly configuration: Omit<ServerConfiguration, "name" | "layer"> | null;
      readonly notes: readonly EntryNote[];
    }
  | { readonly problem: EntryNote };

export interface EntryNote {
  readonly message: string;
  readonly key?: string;
}

/** Thrown and caught in this file only. */
class EntryProblem extends Error {
  readonly key: string | undefined;

  constructor(message: string, key?: string) {
    super(message);
    this.key = key;
  }
}

/** Reads one entry of `mcpServers` in any host's spelling. Never throws. */
export function readEntry(value: unknown, context: ExpansionContext): ReadEntry {
  try {
    const fields = readFields(value, fail);
    const notes: EntryNote[] = fields.unknown.map((key) => ({
      message: `'${key}' is ignored`,
      key,
    }));
    if (!fields.enabled && fields.command === undefined && fields.url === undefined) {
      return { configuration: null, notes };
    }
    const { timeoutMs, include, exclude, resources } = fields;
    if (fields.timeoutNote !== undefined)
      notes.push({ message: fields.timeoutNote, key: "timeout" });
    const configuration = {
      transport: transportOf(fields, { context, notes }),
      enabled: fields.enabled,
      trust: fields.trust,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(include !== undefined && { include }),
      ...(exclude !== undefined && { exclude }),
      ...(resources !== undefined && { resources }),
    };
    return { configuration, notes };
  } catch (thrown) {
    if (!(thrown instanceof EntryProblem)) throw thrown;
    const { message, key } = thrown;
    return { problem: key === undefined ? { message } : { message, key } };
  }
}

function fail(message: string, key?: string): never {
  throw new EntryProblem(message, key);
}

interface Reading {
  readonly context: ExpansionContext;
  readonly notes: EntryNote[];
}

function expand(text: string, key: string, { context, notes }: Reading): string {
  const expansion = expandVariables(text, context);
  if ("problem" in expansion) return fail(expansion.problem, key);
  notes.push(...expansion.notes.map((message) => ({ message, key })));
  if (expansion.text.includes("\0")) return fail(`'${key}' holds a NUL byte`, key);
  return expansion.text;
}

function expandAll(
  values: Readonly<Record<string, string>>,
  key: string,
  reading: Reading,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, expand(value, key, reading)]),
  );
}

function transportOf(fields: Fields, reading: Reading): ServerTransport {
  const { command, url, type } = fields;
  if (command !== undefined && url !== undefined) {
    fail("it has both a command and a URL; keep one", fields.urlKey);
  }
  if (command !== undefined) {
    if (type !== undefined && type !== "stdio")
      fail(`a server with a command has type stdio, not '${type}'`, "type");
    return stdioOf(fields, command, reading);
  }
  if (url === undefined) return fail("it has neither a command nor a url");
  if (type === "stdio") fail("a server of type stdio needs a command, not a URL", "type");
  return remoteOf(fields, url, reading);
}

function stdioOf(fields: Fields, written: string, reading: Reading): ServerTransport {
  const { home, workspace } = reading.context;
  const command = expand(written, "command", reading);
  if (command.trim() === "") fail("its command is empty", "command");
  const environment = expandAll(fields.environment, "env", reading);
  const wrong = Object.keys(environment).find((name) => !/^[^=\0]+$/.test(name));
  if (wrong !== undefined) fail(`${JSON.stringify(wrong)} is not a valid variable name`, "env");
  const cwd = fields.cwd === undefined ? undefined : expand(fields.cwd, "cwd", reading);
  return {
    type: "stdio",
    command: fromHome(command, home),
    arguments: fields.arguments.map((argument) => expand(argument, "args", reading)),
    environment,
    ...(cwd !== undefined && { cwd: resolve(workspace, fromHome(cwd, home)) }),
  };
}

/** Expands `~`, because no shell does it. */
function fromHome(path: string, home: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") && isAbsolute(home) ? join(home, path.slice(2)) : path;
}

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function remoteOf(fields: Fields, written: string, reading: Reading): ServerTransport {
  const { urlKey } = fields;
  const text = expand(written, urlKey, reading);
  const url = URL.canParse(text) ? new URL(text) : fail("its URL is invalid", urlKey);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    fail(`its URL begins with ${url.protocol}//; use http or https`, urlKey);
  }
  if (url.username !== "" || url.password !== "") {
    fail("its URL holds a password, which would be shown; use headers instead", urlKey);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    reading.notes.push({ message: `${url.host} is accessed without encryption`, key: urlKey });
  }
  const headers = expandAll(fields.headers, "headers", reading);
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name))
      fail(`${JSON.stringify(name)} is not a valid header name`, "headers");
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      fail(`the header ${name} holds a character that is not allowed in headers`, "headers");
    }
  }
  const oauth = oauthOf(fields.oauth, reading);
  return {
    type: fields.type === "sse" ? "sse" : "http",
    url: url.href,
    headers,
    ...(oauth !== undefined && { oauth }),
  };
}

function oauthOf(wishes: OAuthOptions | undefined, reading: Reading): OAuthOptions | undefined {
  if (wishes === undefined) return undefined;
  const { clientId, clientSecret } = wishes;
  return {
    ...wishes,
    ...(clientId !== undefined && { clientId: expand(clientId, "oauth", reading) }),
    ...(clientSecret !== undefined && { clientSecret: expand(clientSecret, "oauth", reading) }),
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
