/** How to reach a server. */
export type ServerTransport =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly arguments: readonly string[];
      /** Added to a scrubbed environment. */
      readonly environment: Readonly<Record<string, string>>;
      /** Absolute. Default: the workspace's first root. */
      readonly cwd?: string;
    }
  | {
      /** `http`: streamable HTTP, or the older SSE when the server speaks only that. */
      readonly type: "http" | "sse";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The person's settings for this server's authorization. */
      readonly oauth?: OAuthOptions;
    };

/** For authorization servers that do not register clients automatically. */
export interface OAuthOptions {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Requested instead of the scopes that the server names. */
  readonly scopes?: readonly string[];
  /** The port of a preregistered redirect address. Default: any. */
  readonly callbackPort?: number;
}

/** One entry of `mcpServers`, whichever host wrote it. */
export interface ServerConfiguration {
  /** The person's name for it, which becomes part of the tools' names. */
  readonly name: string;
  /** The origin of the entry. A project's entry counts only when the person trusts the project. */
  readonly layer: "administrator" | "user" | "project";
  readonly transport: ServerTransport;
  /** False for a server that is known but not started. */
  readonly enabled: boolean;
  /** How long a request may go without news from the server. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Only these tools are used, by the server's names. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether its resources and prompts are offered as tools. Default: false. */
  readonly resources?: boolean;
  /**
   * Whether its tools are allowed without approval, as by the rule `allow mcp(NAME/*)`. A project cannot set
   * it.
   */
  readonly trust: boolean;
}
