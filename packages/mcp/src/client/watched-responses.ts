import type { FetchLike, JSONRPCMessage } from "@modelcontextprotocol/client";

/** Between the end of a stream and the end of what was read of it being looked at. */
const settleMs = 250;

/**
 * Tells of requests whose answer won't come any more: the stream that was to carry it has ended without
 * it, and can't be gone on with. The client library waits for such an answer until its time is up.
 */
export class WatchedResponses {
  readonly #fetch: FetchLike;
  readonly #onLost: (id: string | number) => void;
  readonly #waiting = new Set<string | number>();

  constructor(onLost: (id: string | number) => void, fetchAnswer: FetchLike = fetch) {
    this.#fetch = fetchAnswer;
    this.#onLost = onLost;
  }

  /** To be told of every message that comes. */
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
            // What has an id can be asked for from there on; the client does.
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

/** Of one request; null for a notification, an answer, or what can't be read. */
function requestIdOf(body: unknown): string | number | null {
  if (typeof body !== "string") return null;
  // The client writes it: an id stands near one of the two ends.
  try {
    const message: unknown = JSON.parse(body);
    if (typeof message !== "object" || message === null || !("method" in message)) return null;
    const id = "id" in message ? message.id : null;
    return typeof id === "string" || typeof id === "number" ? id : null;
  } catch {
    return null;
  }
}
