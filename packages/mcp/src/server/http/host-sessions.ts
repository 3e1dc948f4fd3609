import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ToolServer } from "../tool-server.ts";

export interface HostSessionsOptions {
  readonly maxSessions: number;
  /** How long a session without open requests may stay unused. */
  readonly idleMs: number;
  readonly maxBodyBytes: number;
}

interface HostSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: McpServer;
  /** Requests without a complete answer, including the host's listening request. */
  open: number;
  lastUsedMs: number;
}

/** The protocol sessions of older hosts, limited in number and idle time. */
export class HostSessions {
  readonly #server: ToolServer;
  readonly #options: HostSessionsOptions;
  readonly #sessions = new Map<string, HostSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(server: ToolServer, options: HostSessionsOptions) {
    this.#server = server;
    this.#options = options;
    this.#sweep = setInterval(() => this.#endIdle(), Math.min(options.idleMs, 60_000));
    this.#sweep.unref();
  }

  /** Marks a session as in use until the returned function is called. */
  enter(id: string | undefined): () => void {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (session === undefined) return () => undefined;
    session.open += 1;
    return () => {
      session.open -= 1;
      session.lastUsedMs = performance.now();
    };
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    // As the specification requires for an ended session; the host then starts another.
    if (session === undefined) return failure(404, "Session not found");
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all(Array.from(this.#sessions.keys(), (id) => this.#end(id)));
  }

  async #begin(request: Request): Promise<Response> {
    const { maxSessions, maxBodyBytes } = this.#options;
    if (this.#sessions.size >= maxSessions && !this.#endLongestIdle()) {
      return failure(503, `${maxSessions} sessions are open. Close one, or try again later.`);
    }
    const connection = this.#server.connect({ era: "legacy", requestInfo: request });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => {
        const lastUsedMs = performance.now();
        this.#sessions.set(id, { transport, connection, open: 0, lastUsedMs });
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await connection.connect(transport);
    const response = await transport.handleRequest(request);
    // The request did not start a session.
    if (transport.sessionId === undefined) await connection.close();
    return response;
  }

  #endIdle(): void {
    const since = performance.now() - this.#options.idleMs;
    for (const [id, { open, lastUsedMs }] of this.#sessions) {
      if (open === 0 && lastUsedMs <= since) void this.#end(id);
    }
  }

  /** Returns false when all sessions are in use. */
  #endLongestIdle(): boolean {
    const [longest] = [...this.#sessions]
      .filter(([, { open }]) => open === 0)
      .sort(([, a], [, b]) => a.lastUsedMs - b.lastUsedMs);
    if (longest === undefined) return false;
    void this.#end(longest[0]);
    return true;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    // Closing it cancels its calls.
    await session?.connection.close();
  }
}

function failure(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_001, message }, id: null }, { status });
}
