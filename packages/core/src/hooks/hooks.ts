import type { Outcome } from "../invocation/outcome.ts";
import type { AgentFacts } from "../tool/context.ts";
import type { ToolKind, ToolResult } from "../tool/tool.ts";

export interface HookFacts {
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: AgentFacts;
  readonly tool: { readonly name: string; readonly kind: ToolKind };
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** What a before-hook may do: nothing (undefined), refuse the call, or change its input. */
export type BeforeHookAnswer =
  | undefined
  | { readonly deny: string }
  /** Validated again, from the start. */
  | { readonly input: unknown };

/** What an after-hook may do: nothing (undefined), or put another result in its place. */
export type AfterHookAnswer = undefined | { readonly result: ToolResult };

export interface BeforeHook {
  readonly name: string;
  run(call: HookFacts): Promise<BeforeHookAnswer> | BeforeHookAnswer;
}

export interface AfterHook {
  readonly name: string;
  /**
   * It runs formatters over what calls wrote: a file that differs by nothing but layout after it is
   * known to the session as it is then, and no foreign change. Default: false.
   */
  readonly reformats?: boolean;
  run(
    call: HookFacts & { readonly outcome: AfterHookOutcome },
  ): Promise<AfterHookAnswer> | AfterHookAnswer;
}

/** What an after-hook sees of a call that ran. */
export type AfterHookOutcome = Pick<
  Outcome,
  "status" | "content" | "structured" | "error" | "effects"
>;

/**
 * Code of the host around every call, run in order. Each has 10 s. A before-hook that throws or
 * hangs refuses the call (it may have wanted to); an after-hook that does is left out and told in
 * the metadata. Neither takes the session down.
 */
export interface Hooks {
  readonly before?: readonly BeforeHook[];
  readonly after?: readonly AfterHook[];
}
