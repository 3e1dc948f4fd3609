import type { WebResponse } from "@toolwright/core/ports";
import { freshUntil, validators } from "./freshness.ts";

interface Stored {
  readonly response: WebResponse;
  readonly freshUntilMs: number;
}

/** Fetches with further headers. */
export type FetchWith = (headers: Readonly<Record<string, string>>) => Promise<WebResponse>;

/** Keeps responses in memory, the latest used ones within a budget of bytes. */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #stored = new Map<string, Stored>();
  #bytes = 0;

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The stored response if it is fresh, or if the server says that it still holds; otherwise a new one. */
  async get(key: string, fetch: FetchWith): Promise<WebResponse> {
    const stored = this.#stored.get(key);
    if (stored !== undefined && stored.freshUntilMs > this.#now()) {
      return this.#store(key, stored);
    }
    const asked = stored === undefined ? {} : validators(stored.response.headers);
    const response = await fetch(asked);
    if (stored === undefined || response.status !== 304) return this.#take(key, response);
    const headers = { ...stored.response.headers, ...response.headers };
    return this.#take(key, { ...stored.response, headers });
  }

  #take(key: string, response: WebResponse): WebResponse {
    const freshUntilMs = response.status === 200 ? freshUntil(response.headers, this.#now()) : null;
    if (freshUntilMs === null) this.#drop(key);
    else this.#store(key, { response, freshUntilMs });
    return response;
  }

  #store(key: string, stored: Stored): WebResponse {
    this.#drop(key);
    this.#stored.set(key, stored);
    this.#bytes += sizeOf(key, stored);
    for (const oldest of this.#stored.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
    return stored.response;
  }

  #drop(key: string): void {
    const stored = this.#stored.get(key);
    if (stored === undefined) return;
    this.#stored.delete(key);
    this.#bytes -= sizeOf(key, stored);
  }
}

function sizeOf(key: string, { response }: Stored): number {
  return key.length + response.bytes.length + JSON.stringify(response.headers).length;
}
