import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { isRecord } from "../is-record.ts";

/** The result of a login to one server: our client registration and the tokens. */
export interface Credentials {
  /** For a person who opens the file; the program uses the file's name. */
  readonly server: string;
  /** The server's address without its query; the tokens are valid for it only. */
  readonly resource: string;
  /** The authorization server that issued these credentials. They are sent to no other. */
  readonly issuer: string;
  readonly client: StoredOAuthClientInformation;
  /** The address that the client was registered with; the next login reuses it. */
  readonly redirectUrl: string | null;
  readonly discovery: OAuthDiscoveryState;
  /** Null once the server has rejected them for good. */
  readonly tokens: StoredOAuthTokens | null;
  /** When the access token was issued. */
  readonly savedAtMs: number;
}

const formatVersion = 1;

export function renderCredentials(credentials: Credentials): string {
  return `${JSON.stringify({ version: formatVersion, ...credentials })}\n`;
}

/** Null when the text cannot be parsed; the person then logs in again. */
export function parseCredentials(text: string): Credentials | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value["version"] !== formatVersion) return null;
  const { server, resource, issuer, client, redirectUrl, discovery, tokens, savedAtMs } = value;
  const isWhole =
    typeof server === "string" &&
    typeof resource === "string" &&
    typeof issuer === "string" &&
    typeof savedAtMs === "number" &&
    (redirectUrl === null || typeof redirectUrl === "string") &&
    isRecord(client) &&
    typeof client["client_id"] === "string" &&
    client["issuer"] === issuer &&
    isRecord(discovery) &&
    typeof discovery["authorizationServerUrl"] === "string" &&
    (tokens === null || isTokens(tokens, issuer));
  // `renderCredentials` wrote it, with one issuer throughout.
  return isWhole ? (value as unknown as Credentials) : null;
}

function isTokens(value: unknown, issuer: unknown): boolean {
  return isRecord(value) && typeof value["access_token"] === "string" && value["issuer"] === issuer;
}

/** All values in the credentials that must stay hidden. */
export function secretsOf({ client, tokens }: Credentials): readonly string[] {
  return [
    client.client_secret,
    tokens?.access_token,
    tokens?.refresh_token,
    tokens?.id_token,
  ].filter((value) => value !== undefined);
}
