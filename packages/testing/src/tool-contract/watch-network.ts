import { subscribe } from "node:diagnostics_channel";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { currentContext, observe } from "./observation.ts";

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;
type FunctionTable = Record<string, unknown>;

const require = createRequire(import.meta.url);

/**
 * Observes a tool's network use: every TCP connection (`net`, `tls`, `http`, `https`, `http2`, `fetch` and
 * others use `Socket.connect`), requests over earlier connections, datagrams and name lookups. An address
 * that a call looked up counts as its name.
 */
export function watchNetwork(): void {
  const net = require("node:net") as { readonly Socket: { readonly prototype: FunctionTable } };
  before(net.Socket.prototype, "connect", (values) => noteConnection(values));
  const dgram = require("node:dgram") as { readonly Socket: { readonly prototype: FunctionTable } };
  for (const name of ["send", "connect"]) {
    before(dgram.Socket.prototype, name, (values) => noteDatagram(name, values));
  }
  watchNames();
  watchRequests();
  syncBuiltinESMExports();
}

function before(table: FunctionTable, name: string, look: (values: unknown[]) => void): void {
  const original = table[name];
  if (typeof original !== "function") return;
  table[name] = function (this: unknown, ...values: unknown[]) {
    look(values);
    return Reflect.apply(original, this, values);
  };
}

function note(via: string, host: string, port?: number, method?: string): void {
  const context = currentContext();
  const known = context?.observation.addresses.get(host) ?? host;
  observe({
    type: "network",
    host: known,
    via,
    ...(port !== undefined && { port }),
    ...(method !== undefined && { method }),
  });
}

function noteConnection(values: readonly unknown[]): void {
  // Node's own callers pass an already normalised list.
  const [target, second] = Array.isArray(values[0]) ? (values[0] as unknown[]) : values;
  if (typeof target === "object" && target !== null) {
    const { host, port, path } = target as FunctionTable;
    if (typeof path === "string" && path !== "" && port === undefined) {
      note("net.connect", `unix:${path}`);
    } else note("net.connect", typeof host === "string" ? host : "localhost", portOf(port));
  } else if (portOf(target) !== undefined) {
    note("net.connect", typeof second === "string" ? second : "localhost", portOf(target));
  } else note("net.connect", `unix:${String(target)}`);
}

function portOf(value: unknown): number | undefined {
  const port = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) ? port : undefined;
}

function noteDatagram(name: string, values: readonly unknown[]): void {
  const strings = values.slice(1).filter((value) => typeof value === "string");
  const numbers = values
    .slice(name === "send" ? 1 : 0)
    .filter((value) => typeof value === "number");
  // Without an address, it goes to the peer of `connect`.
  if (name === "send" && numbers.length === 0) return;
  note(`dgram.${name}`, strings.at(-1) ?? "localhost", numbers.at(-1));
}

const lookups =
  /^(?:lookup|reverse|resolve(?:4|6|Any|Caa|Cname|Mx|Naptr|Ns|Ptr|Soa|Srv|Tlsa|Txt)?)$/;

function watchNames(): void {
  const dns = require("node:dns") as FunctionTable & {
    readonly promises: FunctionTable & { readonly Resolver: { readonly prototype: FunctionTable } };
    readonly Resolver: { readonly prototype: FunctionTable };
  };
  const tables = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const table of tables) {
    const names = new Set([
      ...Object.keys(table),
      ...Object.getOwnPropertyNames(Object.getPrototypeOf(table) ?? {}),
    ]);
    for (const name of names) if (lookups.test(name)) wrapLookup(table, name);
  }
}

function wrapLookup(table: FunctionTable, name: string): void {
  const original = table[name] as AnyFunction;
  if (typeof original !== "function") return;
  table[name] = function (this: unknown, ...values: unknown[]) {
    const context = currentContext();
    if (context === undefined || context.isInfrastructure) {
      return Reflect.apply(original, this, values);
    }
    const host = String(values[0]);
    note(`dns.${name}`, host);
    const remember = (found: unknown): void => {
      for (const address of addressesIn(found)) context.observation.addresses.set(address, host);
    };
    const callback = values.at(-1);
    if (typeof callback === "function") {
      const answered = (...answer: unknown[]): unknown => {
        remember(answer[1]);
        return Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(original, this, [...values.slice(0, -1), answered]);
    }
    const result = Reflect.apply(original, this, values);
    if (result instanceof Promise) result.then(remember, () => {});
    return result;
  };
}

function addressesIn(found: unknown): readonly string[] {
  if (typeof found === "string") return [found];
  if (Array.isArray(found)) return found.flatMap(addressesIn);
  if (typeof found !== "object" || found === null) return [];
  return addressesIn(Reflect.get(found, "address"));
}

/** A kept-alive connection carries requests without a `connect`. */
function watchRequests(): void {
  subscribe("undici:request:create", (message) => {
    const { request } = message as { readonly request: FunctionTable };
    noteUrl("fetch", String(request["origin"]), request["method"]);
  });
  subscribe("http.client.request.start", (message) => {
    const { request } = message as { readonly request: FunctionTable };
    const { protocol, host, method } = request;
    const header = (request["getHeader"] as AnyFunction).call(request, "host");
    noteUrl("http.request", `${String(protocol)}//${String(header ?? host)}`, method);
  });
}

function noteUrl(via: string, text: string, method: unknown): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return;
  const standardPort = url.protocol === "https:" ? 443 : 80;
  const port = url.port === "" ? standardPort : Number(url.port);
  note(via, url.hostname, port, typeof method === "string" ? method : undefined);
}
