import { revealedLine } from "@toolwright/core/internal";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { HttpServing, ServedHttp } from "../http.ts";
import type { ToolServer } from "../tool-server.ts";
import { HostSessions } from "./host-sessions.ts";
import { createRequestGuard, endpoint, type Refusal } from "./request-guard.ts";

/** A call's input has at most 16 MiB, and JSON escapes can double that. */
const maxBodyBytes = 32 * 1024 * 1024;
const maxConnections = 512;
const defaultMaxSessions = 64;
const defaultIdleMs = 30 * 60 * 1000;

/** Reachable only from this machine. */
const address = "127.0.0.1";

/** A request that a server received always has these fields. */
type ServerRequest = IncomingMessage & { readonly method: string; readonly url: string };

/** Serves both eras at `/mcp`. Errors: Node's own when the port can't be had (`EADDRINUSE`, `EACCES`). */
export async function openHttpServer(
  server: ToolServer,
  { port, token, onNotice, maxSessions, sessionIdleMs }: HttpServing,
): Promise<ServedHttp> {
  const onerror = (error: Error): void => onNotice(`mcp: ${revealedLine(error.message, 400)}`);
  const modern = createMcpHandler((context) => server.connect(context), {
    legacy: "reject",
    maxRequestBodySize: maxBodyBytes,
    onerror,
  });
  const sessions = new HostSessions(server, {
    maxSessions: maxSessions ?? defaultMaxSessions,
    idleMs: sessionIdleMs ?? defaultIdleMs,
    maxBodyBytes,
  });
  const handle = toNodeHandler(
    {
      fetch: async (request) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes }))
          ? sessions.fetch(request)
          : modern.fetch(request),
    },
    { maxRequestBodySize: maxBodyBytes, onerror },
  );
  const refusalOf = createRequestGuard(token);
  const stopTelling = server.onToolsChanged(() => modern.notify.toolsChanged());
  const listener = createServer((request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== null) {
      refuse(response, refusal);
      return;
    }
    const leave = sessions.enter(singleHeader(request, "mcp-session-id"));
    response.once("close", leave);
    if (request.method === "GET") sendHeadersAtOnce(response);
    handle(request as ServerRequest, response).catch(onerror);
  });
  listener.maxConnections = maxConnections;
  await listen(listener, port);
  listener.on("error", onerror);
  // A listener on a port has an address of this type.
  const { port: actualPort } = listener.address() as AddressInfo;
  return {
    url: `http://${address}:${actualPort}${endpoint}`,
    async close() {
      stopTelling();
      const closed = new Promise((resolve) => listener.close(resolve));
      await Promise.all([modern.close(), sessions.close()]);
      // Does not wait for open streams.
      listener.closeAllConnections();
      await closed;
    },
  };
}

function listen(listener: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, address, () => {
      listener.off("error", reject);
      resolve();
    });
  });
}

/** Sends headers immediately, so that a listening host knows that it is connected. */
function sendHeadersAtOnce(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  Object.assign(response, {
    writeHead(...head: Parameters<typeof writeHead>): ServerResponse {
      writeHead(...head).flushHeaders();
      return response;
    },
  });
}

function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  // The body is not read, so the connection cannot be reused.
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...headers,
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}

function singleHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
