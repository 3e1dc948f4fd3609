import type {
  OAuthClientMetadata,
  OAuthClientInformationContext,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { AuthorizationError } from "./authorization-error.ts";
import type { OAuthOptions } from "../configuration/server-configuration.ts";

export interface LoginProviderOptions {
  readonly redirectUrl: string;
  readonly state: string;
  readonly wishes: OAuthOptions;
  /** Space-separated; requested when the server names no scopes. */
  readonly scope: string | undefined;
  /** A client registered earlier with the same redirect address. */
  readonly known: StoredOAuthClientInformation | null;
  /** The issuer of the last login; null when there was none. */
  readonly lastIssuer: string | null;
  /** The https address of a published description of this client, for servers that accept one. */
  readonly clientMetadataUrl?: string | undefined;
}

/**
 * The library's view of one login. State stays in memory; the caller stores it once the login has succeeded.
 */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  client: StoredOAuthClientInformation | null;
  discovery: OAuthDiscoveryState | null = null;
  granted: StoredOAuthTokens | null = null;
  /** The page that the person has to visit. */
  authorizationUrl: URL | null = null;
  readonly #options: LoginProviderOptions;
  #verifier = "";

  constructor(options: LoginProviderOptions) {
    this.#options = options;
    this.redirectUrl = options.redirectUrl;
    this.client = options.known;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope } = this.#options;
    return {
      client_name: "Toolwright",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      // A program on a person's machine cannot keep a secret.
      token_endpoint_auth_method: "none",
      ...(scope !== undefined && { scope }),
    };
  }

  state(): string {
    return this.#options.state;
  }

  /**
   * Errors: AuthorizationError when the authorization server differs from the last one. Otherwise a
   * compromised server could send the person to an authorization server of its own.
   */
  clientInformation(ctx?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { wishes, lastIssuer } = this.#options;
    const issuer = ctx?.issuer;
    if (lastIssuer !== null && issuer !== undefined && issuer !== lastIssuer) {
      throw new AuthorizationError(
        `the server's authorization server changed from ${lastIssuer} to ${issuer}; if you expect that, log out first`,
      );
    }
    if (wishes.clientId === undefined) return this.client ?? undefined;
    return {
      client_id: wishes.clientId,
      ...(wishes.clientSecret !== undefined && { client_secret: wishes.clientSecret }),
      ...(issuer !== undefined && { issuer }),
    };
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }

  /** Starts without tokens, because each login is new. */
  tokens(): StoredOAuthTokens | undefined {
    return this.granted ?? undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.granted = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery ?? undefined;
  }

  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (scope === "client" || scope === "all") this.client = null;
    if (scope === "tokens" || scope === "all") this.granted = null;
  }

  /** All values that must stay hidden, also after a failed login. */
  get secrets(): readonly string[] {
    const { granted, client } = this;
    return [
      this.#verifier,
      this.#options.state,
      this.#options.wishes.clientSecret ?? "",
      client?.client_secret ?? "",
      granted?.access_token ?? "",
      granted?.refresh_token ?? "",
    ];
  }
}
