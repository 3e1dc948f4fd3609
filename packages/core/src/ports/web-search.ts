import type { NetworkEffect } from "../effects/kinds/network.ts";

/** Searches the web through one service. Only the implementation knows the service's key. */
export interface WebSearch {
  /** The name of the service, such as `Brave`. */
  readonly service: string;
  /** The request that a search makes. */
  readonly effect: Required<NetworkEffect>;
  /**
   * The best results first. Texts are plain and come from strangers.
   *
   * Errors: ToolError `network-failed`, `network-blocked`, `file-too-large`, `timeout`; the signal's reason.
   */
  search(request: WebSearchRequest): Promise<readonly WebSearchResult[]>;
}

export interface WebSearchRequest {
  readonly query: string;
  readonly maxResults: number;
  /** Only results of these hosts and their subdomains; empty for all. */
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  readonly signal: AbortSignal;
}

export interface WebSearchResult {
  readonly title: string;
  /** http or https. */
  readonly url: string;
  /** Words of the page; may be empty. */
  readonly snippet: string;
  /** When the page was published or changed, as the service says. */
  readonly date?: string;
}
