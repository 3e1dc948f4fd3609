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
export async function askWhoMayEnter(
  { url, type, headers }: Remote,
  fetch: FetchLike,
): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const response = await fetch(url, {
    ...(type === "sse" ? { method: "GET" } : { method: "POST", body: JSON.stringify(hello) }),
    redirect: "manual",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
  await response.body?.cancel();
  if (response.ok) {
    throw new AuthorizationError("the server wants no login: it lets everybody in");
  }
  return response.status === 401 || response.status === 403
    ? extractWWWAuthenticateParams(response)
    : {};
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "toolwright", version: "0.1.0" },
  },
};
