import type { ToolServer } from "./tool-server.ts";

export interface HttpServing {
  /** 0 selects a free port. */
  readonly port: number;
  /** The token that requests must carry; null for none. */
  readonly token: string | null;
  readonly onNotice: (notice: string) => void;
  /** The limit of sessions of older hosts. Default: 64. */
  readonly maxSessions?: number;
  /** How long an unused session lives. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
}

export interface ServedHttp {
  /** `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  /** Also ends open streams. */
  close(): Promise<void>;
}

/**
 * Serves hosts over HTTP on this machine, in both eras and with one shared session.
 *
 * Errors: Node's own when the port is unavailable (`EADDRINUSE`, `EACCES`).
 */
export async function serveOverHttp(server: ToolServer, serving: HttpServing): Promise<ServedHttp> {
  // Loaded on demand: most servers use standard input and start for each session of a host.
  const { openHttpServer } = await import("./http/http-server.ts");
  return openHttpServer(server, serving);
}
