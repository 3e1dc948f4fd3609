import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";

/** Why a request is rejected before its body is read. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The only path served. */
export const endpoint = "/mcp";

/**
 * Accepts requests from programs of this machine that have the token. Host and Origin reveal a web page, also
 * one whose name was made to resolve to this machine.
 *
 * Shapes: without a token (null), every program of this machine is accepted.
 */
export function createRequestGuard(
  token: string | null,
): (request: IncomingMessage) => Refusal | null {
  const expected = token === null ? null : digest(`Bearer ${token}`);
  const hosts = localhostAllowedHostnames();
  const origins = localhostAllowedOrigins();
  return ({ headers, headersDistinct, url = "" }) => {
    // With several Host headers, a proxy could obey another one than was checked. Source: RFC 9112, section
    // 3.2.
    if ((headersDistinct["host"] ?? []).length > 1) {
      return { status: 400, message: "The Host header occurs more than once." };
    }
    const host = validateHostHeader(headers.host, hosts);
    if (!host.ok) return { status: 403, message: host.message };
    const origin = validateOriginHeader(headers.origin, origins);
    if (!origin.ok) return { status: 403, message: origin.message };
    if (url.split("?", 1)[0] !== endpoint) {
      return { status: 404, message: `Nothing is served here. MCP is at ${endpoint}.` };
    }
    // Digests have the same length, so the comparison leaks nothing about the token.
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
