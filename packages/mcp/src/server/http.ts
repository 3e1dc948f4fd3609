import type { ToolServer } from "./tool-server.ts";

export interface HttpServing {
  /** 0 takes a free one. */
  readonly port: number;
  /** What a request has to show; null: nothing. */
  readonly token: string | null;
  readonly onNotice: (notice: string) => void;
  /** Of hosts of the older era, which have sessions. Default: 64. */
  readonly maxSessions?: number;
  /** How long a session lives that nobody uses. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
}

export interface ServedHttp {
  /** `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  /** Ends open streams, too. */
  close(): Promise<void>;
}

/**
 * Serves hosts over HTTP on this machine: both eras, one session of ours for all of them.
 *
 * Errors: Node's own when the port can't be had (`EADDRINUSE`, `EACCES`).
 */
export async function serveOverHttp(server: ToolServer, serving: HttpServing): Promise<ServedHttp> {
  // Loaded when wanted: most servers speak over standard input, and start for every session of a host.
  const { openHttpServer } = await import("./http/http-server.ts");
  return openHttpServer(server, serving);
}
