import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type ListenOptions, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import type { NetworkPolicy } from "@toolwright/core";
import type { SandboxDenial } from "@toolwright/core/ports";
import { HostDecisions } from "./host-decisions.ts";
import { isItself, isRefusedAddress } from "./refused-address.ts";

export interface NetworkProxy {
  /** Undefined for a proxy that listens on a path. */
  readonly port: number | undefined;
  denials(): readonly SandboxDenial[];
  /** Also ends open connections. */
  close(): Promise<void>;
}

/**
 * An HTTP proxy (`CONNECT`, and requests with an absolute URL) that gets a decision for each host before it
 * resolves the name. It connects to the address that it checked. Refusals are 403 with a sentence.
 */
export async function openNetworkProxy(
  decider: NetworkPolicy,
  place: Pick<ListenOptions, "path" | "port">,
  findAddresses: (host: string) => Promise<readonly string[]> = lookUp,
): Promise<NetworkProxy> {
  const closing = new AbortController();
  const decisions = new HostDecisions(decider, closing.signal);
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on("connection", (socket) => track(sockets, socket));
  server.on("connect", (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnel(message, socket, head).catch(() => socket.destroy());
  });
  server.on("request", (message, response) => {
    forward(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(
      { ...place, ...(place.port === undefined ? {} : { host: "127.0.0.1" }) },
      resolve,
    );
  });
  const address = server.address();

  async function reach(host: string, port: number): Promise<Socket | Refusal> {
    const decision = await decisions.decide(host, port);
    if (!decision.isAllowed) return new Refusal(403, decision.reason);
    let addresses: readonly string[];
    try {
      addresses = await findAddresses(host);
    } catch {
      return new Refusal(502, `There is no address for ${host}.`);
    }
    if (!isItself(host) && addresses.some(isRefusedAddress)) {
      decisions.deny(host, port);
      return new Refusal(
        403,
        `${host} leads to this computer or its direct neighbours, where no name may.`,
      );
    }
    return firstConnection(addresses, port, sockets);
  }

  async function tunnel(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    const target = parseAuthority(message.url ?? "");
    const reached =
      target === null
        ? new Refusal(400, "CONNECT wants host:port.")
        : await reach(target.host, target.port);
    if (reached instanceof Refusal) {
      socket.end(reached.asResponse());
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) reached.write(head);
    // The end or error of one side ends both; the other side sees the error.
    pipeline(socket, reached, ignore);
    pipeline(reached, socket, ignore);
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = parseUrl(message.url ?? "");
    const reached =
      url === null
        ? new Refusal(400, "This is a proxy: it wants a whole http URL.")
        : await reach(url.host, url.port);
    if (reached instanceof Refusal || url === null) {
      const { status, reason } = reached instanceof Refusal ? reached : badRequest;
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
      response.end(`${reason}\n`);
      return;
    }
    const onwards = request({
      createConnection: () => reached,
      method: message.method ?? "GET",
      path: url.path,
      headers: onwardHeaders(message, url.authority),
      setHost: false,
    });
    onwards.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, response, ignore);
    });
    onwards.on("error", () => response.destroy());
    pipeline(message, onwards, ignore);
  }

  return {
    port: typeof address === "object" && address !== null ? address.port : undefined,
    denials: () => decisions.denials(),
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function lookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

class Refusal {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    this.status = status;
    this.reason = reason;
  }

  asResponse(): string {
    const phrase = this.status === 403 ? "Forbidden" : "Bad Gateway";
    const length = Buffer.byteLength(this.reason) + 1;
    return `HTTP/1.1 ${this.status} ${phrase}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${this.reason}\n`;
  }
}

const badRequest = new Refusal(400, "Bad request.");

const connectMs = 15_000;

async function firstConnection(
  addresses: readonly string[],
  port: number,
  sockets: Set<Duplex>,
): Promise<Socket | Refusal> {
  for (const address of addresses) {
    const socket = connect({ host: address, port, timeout: connectMs });
    track(sockets, socket);
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("close", () => resolve(false));
      socket.once("timeout", () => resolve(false));
    });
    if (isConnected) {
      socket.setTimeout(0);
      return socket;
    }
    socket.destroy();
  }
  return new Refusal(502, "No connection: the host does not answer.");
}

function track(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.on("error", ignore);
  socket.once("close", () => sockets.delete(socket));
}

/** Parses `host:port` or `[address]:port`. */
function parseAuthority(text: string): { host: string; port: number } | null {
  const [, bracketed, plain, port = ""] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: asHostName(host), port: Number(port) };
}

interface HttpTarget {
  readonly host: string;
  readonly port: number;
  /** The form of a `Host` header. */
  readonly authority: string;
  readonly path: string;
}

function parseUrl(text: string): HttpTarget | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "http:" || url.username !== "" || url.hostname === "") return null;
  const port = url.port === "" ? 80 : Number(url.port);
  const path = url.pathname + url.search;
  return { host: asHostName(url.hostname), port, authority: url.host, path };
}

/** One spelling for each host: rules name `example.com`, not `EXAMPLE.com.` or `0x7f.1`. */
function asHostName(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "");
  const isAddress6 = bare.includes(":");
  const url = `http://${isAddress6 ? `[${bare}]` : bare}/`;
  const name = URL.canParse(url) ? new URL(url).hostname : bare.toLowerCase();
  return name.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

const ownHeaders = new Set([
  "proxy-connection",
  "proxy-authorization",
  "connection",
  "keep-alive",
  "host",
]);

/**
 * Removes headers for the proxy itself. `Host` is set to the target, whatever the command wrote; otherwise an
 * allowed host could front for another.
 *
 * Source: RFC 9112, section 3.2.2
 */
function onwardHeaders({ rawHeaders }: IncomingMessage, authority: string): string[] {
  const kept = ["Host", authority];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (!ownHeaders.has(name.toLowerCase())) kept.push(name, value);
  }
  return [...kept, "Connection", "close"];
}

function ignore(): void {}
