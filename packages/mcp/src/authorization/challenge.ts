import type { FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { AuthorizationError } from "./authorization-error.ts";

/** What a server says to whoever comes without a token. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

type Remote = Extract<ServerConfiguration["transport"], { readonly url: string }>;

/**
 * Asks a server who may enter, by trying to.
 *
 * Errors: AuthorizationError for a server that lets everybody in; those of fetch.
 */
export async function askWhoMayEnter(remote: Remote, fetch: FetchLike): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const first = await knock(remote, fetch, hello);
  // Some let everybody say hello, and ask who it is afterwards.
  const response = first.ok
    ? await knock(remote, fetch, look, sessionOf(first))
    : await orModern(first, remote, fetch);
  if (response.ok) {
    throw new AuthorizationError("the server wants no login: it lets everybody in");
  }
  return response.status === 401 || response.status === 403
    ? extractWWWAuthenticateParams(response)
    : {};
}

/** A server of 2026 takes no greeting of 2025. */
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
const clientInfo = { name: "toolwright", version: "0.1.0" };

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
