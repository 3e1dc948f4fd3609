/** How a server is reached. */
export type ServerTransport =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly arguments: readonly string[];
      /** Set on top of a scrubbed environment. */
      readonly environment: Readonly<Record<string, string>>;
      /** Absolute; the workspace's first root by default. */
      readonly cwd?: string;
    }
  | {
      /** `http`: streamable HTTP, and the older SSE where a server speaks only that. */
      readonly type: "http" | "sse";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** What a person told us of how this server authorizes. */
      readonly oauth?: OAuthOptions;
    };

/** For authorization servers that register nobody by themselves. */
export interface OAuthOptions {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Asked for instead of those that the server names. */
  readonly scopes?: readonly string[];
  /** The port of the address that the browser returns to, where it was registered with one; any by default. */
  readonly callbackPort?: number;
}

/** One entry of `mcpServers`, whatever host wrote it. */
export interface ServerConfiguration {
  /** As the person named it; a part of the tools' names. */
  readonly name: string;
  /** Who wrote it: a project's entry counts only when the person trusts the project. */
  readonly layer: "administrator" | "user" | "project";
  readonly transport: ServerTransport;
  /** False: known, and not started. */
  readonly enabled: boolean;
  /** Of one request, without news from the server; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Names of tools, as the server has them: only these. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Its resources and prompts are offered as tools, too. Default: false. */
  readonly resources?: boolean;
  /** Its tools are called unasked, as by a rule of the person `allow mcp(NAME/*)`. A project's word for it doesn't count. */
  readonly trust: boolean;
}
