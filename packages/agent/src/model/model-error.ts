/** A request to a model failed. The message is one line that says what to do. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /** How long the vendor wants us to wait; undefined if it doesn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: {
      readonly isRetryable: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.isRetryable = options.isRetryable;
    this.retryAfterMs = options.retryAfterMs;
  }
}
