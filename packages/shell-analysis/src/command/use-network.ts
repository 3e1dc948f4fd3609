import type { ShellEffect } from "../effect.ts";

interface NetworkContext {
  add(effect: ShellEffect): void;
  unknown(reason: string): void;
}

/** `host`, `user@host`, `host:port`, `host:path`. */
export function useHost(text: string, context: NetworkContext): void {
  const [, host = "", port] =
    /^(?:[^@/]*@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5})(?!\d))?(?::.*)?$/.exec(text) ??
    [];
  addHost(host, port === undefined ? undefined : Number(port), text, context);
}

/** Adds the network effect of a host, which is empty when unknown. */
function addHost(
  host: string,
  port: number | undefined,
  text: string,
  context: NetworkContext,
): void {
  if (host === "") {
    context.add({ type: "network", host: "*" });
    context.unknown(`the host of ${text} is unknown`);
    return;
  }
  context.add({
    type: "network",
    host: host.replace(/^\[|\]$/g, ""),
    ...(port !== undefined && { port }),
  });
}

const ports: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["ws", 80],
  ["https", 443],
  ["wss", 443],
  ["ftp", 21],
  ["ssh", 22],
  ["git", 9418],
]);

/** A path in which nothing is decoded or expanded, and from which nothing is cut off. */
const plainFile = /^(?:localhost|127\.0\.0\.1)?((?:\/(?!\.\.?(?:\/|$))[\w.@+=,~-]+)+\/?)$/;

/** Adds the effects of a URL, or of a word used as one; a `file:` URL reads. */
export function useUrl(
  text: string,
  context: NetworkContext,
  useFile: (path: string) => void,
): void {
  const [, scheme = "http", rest = ""] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(.*)$/s.exec(text) ?? [];
  const kind = scheme.toLowerCase();
  if (kind === "file") {
    const path = plainFile.exec(rest)?.[1];
    if (path === undefined) context.unknown(`the file of ${text} is unknown`);
    else useFile(path);
    return;
  }
  // A backslash ends the host only for some programs, and `@` begins the name of a file of URLs.
  const isOdd = text.startsWith("@") || text.includes("\\");
  const authority = isOdd ? "" : (/^[^/?#]*/.exec(rest)?.[0] ?? "");
  const [, host = "", port] =
    /^(?:.*@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  addHost(host, port === undefined ? ports.get(kind) : Number(port), text, context);
}
