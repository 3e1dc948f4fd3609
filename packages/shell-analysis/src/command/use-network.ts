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
  if (host === "") {
    context.add({ type: "network", host: "*" });
    context.unknown(`which host ${text} is can't be said`);
    return;
  }
  context.add({
    type: "network",
    host: host.replace(/^\[|\]$/g, ""),
    ...(port !== undefined && { port: Number(port) }),
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

/** A path that nothing is decoded or expanded in, and that nothing is cut off from. */
const plainFile = /^(?:localhost|127\.0\.0\.1)?((?:\/(?!\.\.?(?:\/|$))[\w.@+=,~-]+)+\/?)$/;

/** A URL, or what is taken for one; `file:` reads. */
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
    if (path === undefined) context.unknown(`which file ${text} is can't be said`);
    else useFile(path);
    return;
  }
  // A backslash ends the host for some programs only, and `@` begins a file of URLs.
  const isOdd = text.startsWith("@") || text.includes("\\");
  const authority = isOdd ? "" : (/^[^/?#]*/.exec(rest)?.[0] ?? "");
  const [, host = "", port] =
    /^(?:.*@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (host === "") {
    context.add({ type: "network", host: "*" });
    context.unknown(`which host ${text} is can't be said`);
    return;
  }
  const number = port === undefined ? ports.get(kind) : Number(port);
  context.add({
    type: "network",
    host: host.replace(/^\[|\]$/g, ""),
    ...(number !== undefined && { port: number }),
  });
}
