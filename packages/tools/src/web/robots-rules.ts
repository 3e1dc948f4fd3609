import { ToolError } from "@toolwright/core";
import type { WebResponse } from "@toolwright/core/ports";
import { redirectTarget } from "./redirect-target.ts";
import { allowsRobots } from "./robots.ts";

type FetchRobots = (url: URL, signal: AbortSignal) => Promise<WebResponse>;

interface KnownRules {
  readonly text: string;
  readonly untilMs: number;
}

const lifetimeMs = 60 * 60 * 1_000;
const maxSites = 200;
const maxRedirects = 5;
const disallowAll = "User-agent: *\nDisallow: /";

/** What sites say in their robots.txt, remembered for an hour. */
export class RobotsRules {
  readonly #fetch: FetchRobots;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownRules>();

  constructor(fetch: FetchRobots, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Errors: ToolError `network-blocked` if the site allows no robots there; errors of the request. */
  async assertAllowed(url: URL, signal: AbortSignal): Promise<void> {
    const rules = await this.#rulesOf(url, signal);
    if (allowsRobots(rules, url.pathname + url.search)) return;
    throw new ToolError(
      "network-blocked",
      `The robots.txt of ${url.host} allows no automated visits to ${url.href}, and nobody attends this session. Use another source, or ask a person to fetch it.`,
    );
  }

  async #rulesOf({ origin }: URL, signal: AbortSignal): Promise<string> {
    const known = this.#known.get(origin);
    if (known !== undefined && known.untilMs > this.#now()) return known.text;
    const text = await this.#load(new URL("/robots.txt", origin), signal);
    this.#known.delete(origin);
    this.#known.set(origin, { text, untilMs: this.#now() + lifetimeMs });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxSites) break;
      this.#known.delete(oldest);
    }
    return text;
  }

  /** Other hosts were not decided, so a file that is only there counts as missing. */
  async #load(url: URL, signal: AbortSignal): Promise<string> {
    let at = url;
    for (let count = 0; count <= maxRedirects; count += 1) {
      const response = await this.#fetch(at, signal);
      const { status, bytes } = response;
      if (status >= 500) return disallowAll;
      if (status === 200) return new TextDecoder().decode(bytes);
      const next = redirectTarget(response, at);
      if (next === null || next.host !== url.host || next.protocol !== url.protocol) return "";
      at = next;
    }
    return "";
  }
}
