import type { FetchLike } from "@modelcontextprotocol/client";

const timeoutMs = 20_000;
const maxBytes = 1024 * 1024;

/**
 * Fetch for authorization with limits on time and size. The library handles redirects and follows none to
 * another origin.
 */
export function boundedFetch(signal?: AbortSignal): FetchLike {
  return async (url, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), init?.signal, signal];
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any(signals.filter((each) => each !== null && each !== undefined)),
    });
    if (response.body === null) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) controller.error(new Error(`the answer exceeds ${maxBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const bounded = new Response(counted, { status, statusText, headers });
    // The library reads the address from the response.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}
