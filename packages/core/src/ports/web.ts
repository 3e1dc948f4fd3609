import type { MaybePromise } from "./workspace.ts";

/** Reads the web. The implementation decides which addresses are never reached, whatever the policy allows. */
export interface Web {
  /** Why a URL is never fetched, as a sentence; null when it may be. Looks up no name. */
  reasonAgainst(url: URL): MaybePromise<string | null>;
  /**
   * Makes one GET request, without cookies and credentials. A redirect is returned, not followed.
   *
   * Errors: ToolError `network-blocked` for a refused address or a refusal of the site, `network-failed`,
   * `file-too-large`, `timeout`; the signal's reason.
   */
  fetch(request: WebRequest): Promise<WebResponse>;
}

export interface WebRequest {
  /** http or https. */
  readonly url: URL;
  /** The `Accept` header. */
  readonly accept: string;
  readonly signal: AbortSignal;
  /** Whether nobody can answer approval prompts. A site's rules for robots are then respected. */
  readonly isUnattended: boolean;
}

export interface WebResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body without its content encodings; empty unless the status is 200 to 299. */
  readonly bytes: Uint8Array;
}
