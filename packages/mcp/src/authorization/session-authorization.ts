import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { AuthorizationError, authorizationError } from "./authorization-error.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { CredentialStore } from "./credential-store.ts";
import { type Credentials, secretsOf } from "./credentials.ts";

export interface SessionAuthorizationOptions {
  readonly server: ServerConfiguration;
  readonly store: CredentialStore;
  /** Told of every token before it is used, so that it is shown nowhere. */
  readonly hide?: (secret: string) => void;
  readonly now?: () => number;
  readonly fetch?: FetchLike;
}

/** When that much of its time is left, and no more than half of it, an access token is renewed. */
const longestMarginMs = 30_000;
/** An answer to a token that was renewed since may still come for so long. */
const lateMs = 5_000;

/**
 * Tells a server who asks, from what a person's login left. Nobody is asked and nothing is opened: without a
 * login, or when it has ended, the connection fails as unauthorized.
 *
 * An access token that has ended is renewed by one process, under a lock; whoever waited for that takes
 * what it got. The refresh token goes to the authorization server that gave it alone, whatever the server
 * says by then of where its authorization is.
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
      // Somebody else renewed it meanwhile.
      if (tokens.access_token !== rejected) return;
      for (const secret of secretsOf(credentials)) hide(secret);
      if (tokens.refresh_token === undefined) {
        throw new AuthorizationError("the login has ended");
      }
      slot.write(await renewed(credentials, tokens.refresh_token, options));
      const after = slot.read();
      if (after?.tokens === null) throw new AuthorizationError("the login was taken back");
    });
  return {
    async token() {
      const credentials = store.read(server);
      const token = give(credentials);
      if (credentials === null || !isOver(credentials, now())) return token;
      // What goes wrong here the server's answer shows.
      await renew(token).catch(() => {});
      return give(store.read(server));
    },
    async onUnauthorized() {
      const rejected = given;
      // Most likely it is about the token from before: what came since is tried first.
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

/** With new tokens; with none when the authorization server takes the refresh token no more. */
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
    // What isn't said anew stays as it was.
    const scope = tokens.scope ?? credentials.tokens?.scope;
    const kept = { ...tokens, issuer, ...(scope !== undefined && { scope }) };
    return { ...credentials, tokens: kept, savedAtMs: now() };
  } catch (thrown) {
    const isRefused = thrown instanceof OAuthError && lost.has(thrown.code);
    if (isRefused) return { ...credentials, tokens: null, savedAtMs: now() };
    throw authorizationError(
      thrown,
      `the login to ${resource} couldn't be renewed`,
      secretsOf(credentials),
    );
  }
}

/** Answers after which the same refresh token is worth nothing any more. */
const lost: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
]);
