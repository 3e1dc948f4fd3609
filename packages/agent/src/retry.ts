import { ModelError } from "./model/model-error.ts";

/** How often a request is sent again, and how long to wait before the first time; each time twice as long. */
export interface RetryOptions {
  /** Default: 5. */
  readonly maxRetries?: number;
  /** Default: 1,000. */
  readonly firstDelayMs?: number;
}

/** A vendor that wants us to wait longer is told to the person instead. */
const maxDelayMs = 120_000;

/** How long to wait before the request is sent again; null when it is not. `attempt` counts from 1. */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  { maxRetries = 5, firstDelayMs = 1_000 }: RetryOptions = {},
): number | null {
  if (!(error instanceof ModelError) || !error.isRetryable || attempt > maxRetries) return null;
  const delayMs = error.retryAfterMs ?? firstDelayMs * 2 ** (attempt - 1);
  return error.retryAfterMs !== undefined && delayMs > maxDelayMs
    ? null
    : Math.min(delayMs, maxDelayMs);
}

/** Errors: the signal's reason. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
