import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";

/** Why a request isn't served, before anything of its body is read. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The one path that is served. */
export const endpoint = "/mcp";

/**
 * Who may talk to the server: programs of this machine that have the token. A page of the web that had its name
 * resolve to this machine still says its own name in Host, and every page says in Origin where it is from.
 *
 * Shapes: without a token (null) every program of this machine may.
 */
export function createRequestGuard(
  token: string | null,
): (request: IncomingMessage) => Refusal | null {
  const expected = token === null ? null : digest(`Bearer ${token}`);
  const hosts = localhostAllowedHostnames();
  const origins = localhostAllowedOrigins();
  return ({ headers, headersDistinct, url = "" }) => {
    // Of several one would be checked, and another obeyed by whoever stands between. Source: RFC 9112, section 3.2.
    if ((headersDistinct["host"] ?? []).length > 1) {
      return { status: 400, message: "Host is there more than once." };
    }
    const host = validateHostHeader(headers.host, hosts);
    if (!host.ok) return { status: 403, message: host.message };
    const origin = validateOriginHeader(headers.origin, origins);
    if (!origin.ok) return { status: 403, message: origin.message };
    if (url.split("?", 1)[0] !== endpoint) {
      return { status: 404, message: `Nothing is served here. MCP is at ${endpoint}.` };
    }
    // Digests have one length, so that comparing them tells nothing of the token.
    if (expected === null || timingSafeEqual(digest(headers.authorization ?? ""), expected)) {
      return null;
    }
    return {
      status: 401,
      message:
        "The token is missing or wrong: Authorization: Bearer TOKEN, as printed at the start.",
      headers: { "www-authenticate": 'Bearer realm="toolwright"' },
    };
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
