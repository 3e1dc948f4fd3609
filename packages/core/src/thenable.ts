import type { MaybePromise } from "./ports/workspace.ts";

/**
 * Whether a value is a promise. Values that are already there are used without `await`: most stages of a
 * call have nothing to wait for, and a promise costs more than the work of many of them.
 */
export function isThenable<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
