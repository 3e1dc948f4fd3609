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
  /** Space-separated; asked for where the server names none. */
  readonly scope: string | undefined;
  /** A client that was registered for this very address before. */
  readonly known: StoredOAuthClientInformation | null;
  /** Who authorized the last time; null where nobody did. */
  readonly lastIssuer: string | null;
  /** An https address at which a description of this client is published, for servers that take one. */
  readonly clientMetadataUrl?: string | undefined;
}

/**
 * One login, as the protocol's library wants to be told of it. It keeps everything to itself: what is
 * worth keeping is written once the login has succeeded.
 */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  client: StoredOAuthClientInformation | null;
  discovery: OAuthDiscoveryState | null = null;
  granted: StoredOAuthTokens | null = null;
  /** Where the person has to go. */
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
      // A program on somebody's machine can't keep a secret.
      token_endpoint_auth_method: "none",
      ...(scope !== undefined && { scope }),
    };
  }

  state(): string {
    return this.#options.state;
  }

  /**
   * Errors: AuthorizationError for another authorization server than the last time: a server that was taken over
   * would else send the person to one of its own.
   */
  clientInformation(ctx?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { wishes, lastIssuer } = this.#options;
    const issuer = ctx?.issuer;
    if (lastIssuer !== null && issuer !== undefined && issuer !== lastIssuer) {
      throw new AuthorizationError(
        `the server's authorization server is ${issuer} now, and was ${lastIssuer}: if you expect that, log out first`,
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

  /** A login begins anew. */
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

  /** What must not be told: of a login that failed, too. */
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
