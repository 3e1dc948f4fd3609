import type { FetchLike, JSONRPCMessage } from "@modelcontextprotocol/client";

/** How long the end of a stream may still be processed. */
const settleMs = 250;

/**
 * Detects requests that will get no answer because their stream ended and cannot be resumed. The client
 * library would wait until its timeout.
 */
export class WatchedResponses {
  readonly #fetch: FetchLike;
  readonly #onLost: (id: string | number) => void;
  readonly #waiting = new Set<string | number>();

  constructor(onLost: (id: string | number) => void, fetchAnswer: FetchLike = fetch) {
    this.#fetch = fetchAnswer;
    this.#onLost = onLost;
  }

  /** To be called with every incoming message. */
  readonly see = (message: JSONRPCMessage): void => {
    if ("id" in message && !("method" in message) && message.id !== undefined) {
      this.#waiting.delete(message.id);
    }
  };

  readonly fetch: FetchLike = async (url, init) => {
    const id = requestIdOf(init?.body);
    const response = await this.#fetch(url, init);
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    if (id === null || !response.ok || response.body === null || !isStream) return response;
    this.#waiting.add(id);
    const { status, statusText, headers } = response;
    const body = this.#watch(id, response.body, init?.signal ?? null);
    return new Response(body, { status, statusText, headers });
  };

  #watch(
    id: string | number,
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    signal: AbortSignal | null,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    const end = (isResumable: boolean): void => {
      if (isResumable || signal?.aborted === true) {
        this.#waiting.delete(id);
        return;
      }
      setTimeout(() => {
        if (this.#waiting.delete(id)) this.#onLost(id);
      }, settleMs).unref();
    };
    let isResumable = false;
    let before = "\n";
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end(isResumable);
            controller.close();
            return;
          }
          if (!isResumable) {
            // A stream with event ids can be resumed, and the client does so.
            const text = before + Buffer.from(value).toString("latin1");
            isResumable = /[\r\n]id:/.test(text);
            before = text.slice(-3);
          }
          controller.enqueue(value);
        } catch (thrown) {
          end(isResumable);
          controller.error(thrown);
        }
      },
      cancel(reason) {
        return reader.cancel(reason);
      },
    });
  }
}

/** The id of a request; null for notifications, answers and unreadable bodies. */
function requestIdOf(body: unknown): string | number | null {
  if (typeof body !== "string") return null;
  try {
    const message: unknown = JSON.parse(body);
    if (typeof message !== "object" || message === null || !("method" in message)) return null;
    const id = "id" in message ? message.id : null;
    return typeof id === "string" || typeof id === "number" ? id : null;
  } catch {
    return null;
  }
}
