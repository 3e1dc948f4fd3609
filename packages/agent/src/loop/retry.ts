import { messageOf } from "@toolwright/core/internal";
import { ModelError } from "../model/model-error.ts";

/** How often a request is sent again, and how long to wait before the first time; each time twice as long. */
export interface RetryOptions {
  /** Default: 5. */
  readonly maxRetries?: number;
  /** Default: 1,000. */
  readonly firstDelayMs?: number;
}

/** A vendor that wants us to wait longer is told to the person instead. */
const maxDelayMs = 120_000;

/** Is told of each failure after which the request is sent again. */
export type RetryListener = (retry: {
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
}) => void;

/**
 * Sends a request until it succeeds or a failure won't pass.
 *
 * Errors: the last failure; the signal's reason.
 */
export async function retried<Answer>(
  send: () => Promise<Answer>,
  options: {
    readonly retry: RetryOptions | undefined;
    readonly signal: AbortSignal;
    readonly onRetry: RetryListener;
  },
): Promise<Answer> {
  const { retry, signal, onRetry } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = retryDelayMs(error, attempt, retry);
      if (delayMs === null) throw error;
      onRetry({ attempt, delayMs, reason: messageOf(error) });
      await wait(delayMs, signal);
    }
  }
}

/** How long to wait before the request is sent again; null when it is not. `attempt` counts from 1. */
function retryDelayMs(
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
function wait(ms: number, signal: AbortSignal): Promise<void> {
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
