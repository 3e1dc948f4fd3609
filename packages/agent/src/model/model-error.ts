/** A request to a model failed. The message is one line that says what to do. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /** How long the vendor wants us to wait; undefined if it doesn't say. */
  readonly retryAfterMs: number | undefined;
  /** Whether the request exceeds the model's context, so that a shorter one may succeed. */
  readonly isContextTooLong: boolean;

  constructor(
    message: string,
    options: {
      readonly isRetryable: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly isContextTooLong?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.isRetryable = options.isRetryable;
    this.retryAfterMs = options.retryAfterMs;
    this.isContextTooLong = options.isContextTooLong ?? false;
  }

  /** The same failure in other words. */
  reworded(message: string, cause?: unknown): ModelError {
    const { isRetryable, retryAfterMs, isContextTooLong } = this;
    return new ModelError(message, { isRetryable, retryAfterMs, isContextTooLong, cause });
  }
}
