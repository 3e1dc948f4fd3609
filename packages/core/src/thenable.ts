import type { MaybePromise } from "./ports/workspace.ts";

/**
 * Whether a value has yet to come. What is there already is taken without `await`: most of a call's stages have nothing
 * to wait for, and each promise costs more than what many of them do.
 */
export function isThenable<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
