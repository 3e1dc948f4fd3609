import type { OAuthOptions } from "./server-configuration.ts";
import { isRecord } from "../is-record.ts";

/**
 * An entry's fields, each under one spelling and of the right type. Placeholders are not expanded yet.
 */
export interface Fields {
  readonly command: string | undefined;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly type: "stdio" | "http" | "sse" | undefined;
  readonly url: string | undefined;
  /** The key that holds the URL. */
  readonly urlKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: OAuthOptions | undefined;
  readonly enabled: boolean;
  readonly trust: boolean;
  readonly timeoutMs: number | undefined;
  readonly timeoutNote: string | undefined;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly resources: boolean | undefined;
  /** Keys that have no meaning here. */
  readonly unknown: readonly string[];
}

/** Stops reading the entry. */
export type FailEntry = (message: string, key?: string) => never;

const types: Readonly<Record<string, Fields["type"]>> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  remote: "http",
  "streamable-http": "http",
  streamable_http: "http",
  streamablehttp: "http",
  sse: "sse",
};

/** Fields that hosts use to describe or draw their servers. They have no effect here. */
const decoration: ReadonlySet<string> = new Set([
  "$comment",
  "description",
  "displayName",
  "gallery",
  "icon",
  "name",
  "note",
  "version",
]);

/** The longest delay of Node's timers. */
const maxTimeoutMs = 2_147_483_647;

/**
 * Keys without a meaning here are listed in `unknown`.
 *
 * Errors: calls `fail` for a value of the wrong type.
 */
export function readFields(value: unknown, fail: FailEntry): Fields {
  if (!isRecord(value)) return fail("it must be an object");
  const entry = new EntryReader(value, fail);
  const httpUrl = entry.text("httpUrl");
  const url = entry.text("url");
  if (httpUrl !== undefined && url !== undefined && httpUrl !== url) {
    fail("it has both a url and an httpUrl; keep one", "httpUrl");
  }
  const isDisabled = entry.flag("disabled") === true;
  const isEnabled = entry.flag("enabled") !== false;
  return {
    command: entry.text("command"),
    arguments: entry.texts("args") ?? [],
    environment: entry.table("env"),
    cwd: entry.text("cwd"),
    type: entry.type(),
    url: httpUrl ?? url,
    urlKey: httpUrl === undefined ? "url" : "httpUrl",
    headers: entry.table("headers"),
    oauth: entry.oauth(),
    enabled: isEnabled && !isDisabled,
    trust: entry.flag("trust") === true,
    ...entry.timeout(),
    include: entry.include(),
    exclude: entry.exclude(),
    resources: entry.flag("resources"),
    unknown: entry.unknown(),
  };
}

class EntryReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #used = new Set<string>(decoration);
  readonly #fail: FailEntry;

  constructor(value: Readonly<Record<string, unknown>>, fail: FailEntry) {
    this.#values = new Map(Object.entries(value));
    this.#fail = fail;
  }

  #take(key: string): unknown {
    this.#used.add(key);
    return this.#values.get(key);
  }

  text(key: string): string | undefined {
    const value = this.#take(key);
    // Some hosts write null for a field without a value.
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : this.#fail(`'${key}' must be a string`, key);
  }

  flag(key: string): boolean | undefined {
    const value = this.#take(key);
    if (value === undefined || value === null) return undefined;
    return typeof value === "boolean" ? value : this.#fail(`'${key}' must be true or false`, key);
  }

  texts(key: string): readonly string[] | undefined {
    const value = this.#take(key);
    if (value === undefined || value === null) return undefined;
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? value : this.#fail(`'${key}' must be a list of strings`, key);
  }

  table(key: string): Readonly<Record<string, string>> {
    const value = this.#take(key);
    if (value === undefined || value === null) return {};
    if (!isRecord(value)) return this.#fail(`'${key}' must be an object`, key);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.#scalar(item, name, key)]),
    );
  }

  #scalar(value: unknown, name: string, key: string): string {
    // Ports and switches are often written without quotes.
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    return typeof value === "string" ? value : this.#fail(`'${key}'.${name} must be a string`, key);
  }

  type(): Fields["type"] {
    const [type, transport] = (["type", "transport"] as const).map((key) => {
      const text = this.text(key);
      if (text === undefined) return undefined;
      const known = types[text.toLowerCase()];
      const problem = `its ${key} '${text}' is unknown; use stdio, http or sse`;
      return known ?? this.#fail(problem, key);
    });
    if (type !== undefined && transport !== undefined && type !== transport) {
      this.#fail(`its type is ${type} but its transport is ${transport}`, "transport");
    }
    return type ?? transport;
  }

  timeout(): Pick<Fields, "timeoutMs" | "timeoutNote"> {
    const own = this.#amount("timeoutMs");
    const others = this.#amount("timeout");
    if (own !== undefined || others === undefined)
      return { timeoutMs: own, timeoutNote: undefined };
    if (others >= 1_000) return { timeoutMs: others, timeoutNote: undefined };
    // Hosts disagree on the unit, and nobody means less than a second.
    const timeoutNote = `'timeout' ${others} is read as seconds; write timeoutMs instead`;
    return { timeoutMs: others * 1_000, timeoutNote };
  }

  #amount(key: string): number | undefined {
    const value = this.#take(key);
    if (value === undefined || value === null) return undefined;
    const isOne = typeof value === "number" && value > 0 && value <= maxTimeoutMs;
    return isOne ? value : this.#fail(`'${key}' must be a number from 1 to ${maxTimeoutMs}`, key);
  }

  include(): readonly string[] | undefined {
    const tools = this.texts("tools");
    const lists = [
      this.texts("include"),
      this.texts("includeTools"),
      tools?.includes("*") === true ? undefined : tools,
    ].filter((list) => list !== undefined);
    const [first, ...others] = lists;
    // Each list excludes the rest, so only names in all of them count.
    return first?.filter((name) => others.every((list) => list.includes(name)));
  }

  exclude(): readonly string[] | undefined {
    const lists = ["exclude", "excludeTools", "disabledTools"].map((key) => this.texts(key));
    const given = lists.filter((list) => list !== undefined);
    return given.length === 0 ? undefined : given.flat();
  }

  oauth(): OAuthOptions | undefined {
    const value = this.#take("oauth");
    if (value === undefined || value === null) return undefined;
    if (!isRecord(value)) return this.#fail("'oauth' must be an object", "oauth");
    const wishes = new EntryReader(value, (message) => this.#fail(`oauth: ${message}`, "oauth"));
    const clientId = wishes.text("clientId");
    const clientSecret = wishes.text("clientSecret");
    const scopes = wishes.texts("scopes");
    const callbackPort = wishes.#amount("callbackPort");
    if (callbackPort !== undefined && !(Number.isInteger(callbackPort) && callbackPort < 65_536)) {
      this.#fail("oauth: 'callbackPort' must be a port", "oauth");
    }
    return {
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scopes !== undefined && { scopes }),
      ...(callbackPort !== undefined && { callbackPort }),
    };
  }

  unknown(): readonly string[] {
    return Array.from(this.#values.keys()).filter((key) => !this.#used.has(key));
  }
}
