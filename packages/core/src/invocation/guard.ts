import { ToolError } from "../errors.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import { isThenable } from "../thenable.ts";
import type { Call } from "./call.ts";

/**
 * Waits for foreign code, but no longer than `limitMs` and, given a call, not beyond its
 * cancellation. What isn't a promise is returned as it is.
 *
 * Errors: ToolError `timeout` naming `what`; Cancellation; whatever the code throws.
 */
export function guard<T>(
  value: MaybePromise<T>,
  limitMs: number,
  what: string,
  call?: Call,
): MaybePromise<T> {
  if (!isThenable(value)) return value;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      reject(new ToolError("timeout", `${what} took longer than ${limitMs / 1_000} s.`));
    }, limitMs);
    let stopListening = (): void => {};
    const leave = (): void => {
      clearTimeout(timer);
      stopListening();
    };
    value.then(
      (result) => {
        leave();
        resolve(result);
      },
      (thrown: unknown) => {
        leave();
        reject(thrown);
      },
    );
    if (call === undefined) return;
    stopListening = call.onCancel((cancellation) => {
      clearTimeout(timer);
      reject(cancellation);
    });
  });
}
