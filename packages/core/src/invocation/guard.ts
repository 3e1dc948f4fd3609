import { ToolError } from "../errors.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import { isThenable } from "../thenable.ts";
import type { Call } from "./call.ts";

/**
 * Waits for third-party code, for at most `limitMs` and, given a call, until its cancellation. Values that
 * aren't promises are returned as they are.
 *
 * Errors: ToolError `timeout` that names `what`; Cancellation; any error of the code.
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
