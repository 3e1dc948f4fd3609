import type { MaybePromise } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import { approve } from "./approve.ts";
import type { Call } from "./call.ts";

/**
 * Stage 5: the policy decides the exact effects, with a proof; what it wants asked is asked, with
 * the preview of just what would run.
 *
 * Returns `edited` when a person gave other input: the call goes back to stage 2.
 * Errors: Refusal `permission-denied` or `approval-rejected`; Cancellation.
 */
export function decideCall(
  call: Call,
  registered: RegisteredTool,
): MaybePromise<"allowed" | "edited"> {
  return approve(call, registered, call.effects, "run");
}
