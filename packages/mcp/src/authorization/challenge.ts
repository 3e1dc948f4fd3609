import { clientInfo } from "../client-info.ts";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { AuthorizationError } from "./authorization-error.ts";

/** A server's answer to a request without a token. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

type Remote = Extract<ServerConfiguration["transport"], { readonly url: string }>;

/**
 * Sends a server a request without a token to learn how it authorizes.
 *
 * Errors: AuthorizationError when the server needs no login; those of fetch.
 */
export async function askWhoMayEnter(remote: Remote, fetch: FetchLike): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const first = await knock(remote, fetch, hello);
  // Some servers answer `initialize` to anyone and require a token later.
  const response = first.ok
    ? await knock(remote, fetch, look, sessionOf(first))
    : await orModern(first, remote, fetch);
  if (response.ok) {
    throw new AuthorizationError("the server needs no login");
  }
  return response.status === 401 || response.status === 403
    ? extractWWWAuthenticateParams(response)
    : {};
}

/** A server that speaks only 2026 refuses the handshake of 2025, so it gets `server/discover`. */
async function orModern(first: Response, remote: Remote, fetch: FetchLike): Promise<Response> {
  const isAnswer = first.status === 401 || first.status === 403;
  return isAnswer || remote.type === "sse"
    ? first
    : knock(remote, fetch, discover, {
        "mcp-protocol-version": modernVersion,
        "mcp-method": "server/discover",
      });
}

async function knock(
  { url, type, headers }: Remote,
  fetch: FetchLike,
  message: object,
  session: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(url, {
    ...(type === "sse" ? { method: "GET" } : { method: "POST", body: JSON.stringify(message) }),
    redirect: "manual",
    headers: {
      ...headers,
      ...session,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
  await response.body?.cancel();
  return response;
}

function sessionOf({ headers }: Response): Readonly<Record<string, string>> {
  const id = headers.get("mcp-session-id");
  return {
    "mcp-protocol-version": "2025-11-25",
    ...(id !== null && { "mcp-session-id": id }),
  };
}

const modernVersion = "2026-07-28";

const discover = {
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": modernVersion,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": clientInfo,
    },
  },
};

const look = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo,
  },
};
