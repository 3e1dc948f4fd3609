import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { AuthorizationError, authorizationError } from "./authorization-error.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { CredentialStore } from "./credential-store.ts";
import { type Credentials, secretsOf } from "./credentials.ts";

export interface SessionAuthorizationOptions {
  readonly server: ServerConfiguration;
  readonly store: CredentialStore;
  /** Called with each token before it is used, so that it can be redacted. */
  readonly hide?: (secret: string) => void;
  readonly now?: () => number;
  readonly fetch?: FetchLike;
}

/**
 * An access token is renewed this long before it expires, or at half its life if that is shorter.
 */
const longestMarginMs = 30_000;
/** How long a rejection of the previous token may arrive after a renewal. */
const lateMs = 5_000;

/**
 * Authorizes a session's requests with the tokens of an earlier login. It never prompts and opens nothing:
 * without a valid login, the connection fails as unauthorized.
 *
 * One process renews an expired access token under a lock, and the others use its result. The refresh token
 * is sent only to the authorization server that issued it, whatever the server announces later.
 */
export function sessionAuthorization(options: SessionAuthorizationOptions): AuthProvider {
  const { server, store, hide = () => {}, now = Date.now } = options;
  let given: string | undefined;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  const give = (credentials: Credentials | null): string | undefined => {
    if (credentials === null) return undefined;
    for (const secret of secretsOf(credentials)) hide(secret);
    const token = credentials.tokens?.access_token;
    if (given !== undefined && token !== given) renewedAtMs = now();
    given = token;
    return given;
  };
  const renew = (rejected: string | undefined): Promise<void> =>
    store.exclusively(server, async (slot) => {
      const credentials = slot.read();
      const tokens = credentials?.tokens ?? null;
      if (credentials === null || tokens === null) throw new AuthorizationError("nobody logged in");
      // Another process has renewed it.
      if (tokens.access_token !== rejected) return;
      for (const secret of secretsOf(credentials)) hide(secret);
      if (tokens.refresh_token === undefined) {
        throw new AuthorizationError("the login has ended");
      }
      slot.write(await renewed(credentials, tokens.refresh_token, options));
      const after = slot.read();
      if (after?.tokens === null) throw new AuthorizationError("the login was revoked");
    });
  return {
    async token() {
      const credentials = store.read(server);
      const token = give(credentials);
      if (credentials === null || !isOver(credentials, now())) return token;
      // If this fails, the server's answer to the old token shows why.
      await renew(token).catch(() => {});
      return give(store.read(server));
    },
    async onUnauthorized() {
      const rejected = given;
      // The rejection is probably about the previous token, so the new one is tried first.
      if (now() - renewedAtMs < lateMs) return;
      if (store.read(server) === null) throw new AuthorizationError("nobody logged in");
      await renew(rejected);
    },
  };
}

function isOver({ tokens, savedAtMs }: Credentials, nowMs: number): boolean {
  if (tokens?.expires_in === undefined || tokens.refresh_token === undefined) return false;
  const lifeMs = tokens.expires_in * 1_000;
  return nowMs > savedAtMs + lifeMs - Math.min(longestMarginMs, lifeMs / 2);
}

/**
 * The credentials with new tokens, or with none when the authorization server rejects the refresh token.
 */
async function renewed(
  credentials: Credentials,
  refreshToken: string,
  { now = Date.now, hide = () => {}, fetch = boundedFetch() }: SessionAuthorizationOptions,
): Promise<Credentials> {
  const { OAuthError, refreshAuthorization } = await import("@modelcontextprotocol/client");
  const { discovery, client, issuer, resource } = credentials;
  const { authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  try {
    const tokens = await refreshAuthorization(discovery.authorizationServerUrl, {
      ...(metadata !== undefined && { metadata }),
      clientInformation: client,
      refreshToken,
      ...(resourceMetadata !== undefined && { resource: resourceMetadata.resource }),
      fetchFn: fetch,
    });
    for (const secret of [tokens.access_token, tokens.refresh_token]) {
      if (secret !== undefined) hide(secret);
    }
    // A field that the answer omits keeps its value.
    const scope = tokens.scope ?? credentials.tokens?.scope;
    const kept = { ...tokens, issuer, ...(scope !== undefined && { scope }) };
    return { ...credentials, tokens: kept, savedAtMs: now() };
  } catch (thrown) {
    const isRefused = thrown instanceof OAuthError && lost.has(thrown.code);
    if (isRefused) return { ...credentials, tokens: null, savedAtMs: now() };
    throw authorizationError(
      thrown,
      `the login to ${resource} could not be renewed`,
      secretsOf(credentials),
    );
  }
}

/** Errors after which the refresh token is useless. */
const lost: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
]);
