import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** What a login to one server left: who we are to its authorization server, and its tokens. */
export interface Credentials {
  /** For a person who looks into the file; what counts is the file's name. */
  readonly server: string;
  /** The server's address without its query, which the tokens are for. */
  readonly resource: string;
  /** Of the authorization server that gave all of this; it alone ever gets any of it back. */
  readonly issuer: string;
  readonly client: StoredOAuthClientInformation;
  /** The address that the client was registered with, for the next login. */
  readonly redirectUrl: string | null;
  readonly discovery: OAuthDiscoveryState;
  /** Null once they are known to be worth nothing. */
  readonly tokens: StoredOAuthTokens | null;
  /** When the access token was given. */
  readonly savedAtMs: number;
}

const formatVersion = 1;

export function renderCredentials(credentials: Credentials): string {
  return `${JSON.stringify({ version: formatVersion, ...credentials })}\n`;
}

/** Null for what can't be understood: then a person logs in again. */
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
  // Written by `renderCredentials`, and of one issuer throughout.
  return isWhole ? (value as unknown as Credentials) : null;
}

function isTokens(value: unknown, issuer: unknown): boolean {
  return isRecord(value) && typeof value["access_token"] === "string" && value["issuer"] === issuer;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every value of them that nobody is to see. */
export function secretsOf({ client, tokens }: Credentials): readonly string[] {
  return [
    client.client_secret,
    tokens?.access_token,
    tokens?.refresh_token,
    tokens?.id_token,
  ].filter((value) => value !== undefined);
}
