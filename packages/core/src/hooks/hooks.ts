import type { Outcome } from "../invocation/outcome.ts";
import type { Mode } from "../policy/policy.ts";
import type { AgentFacts } from "../tool/context.ts";
import type { ToolKind, ToolResult } from "../tool/tool.ts";

export interface HookFacts {
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: AgentFacts;
  readonly tool: {
    readonly name: string;
    /** The name that rules use, which is the same under every profile. */
    readonly ruleName: string;
    readonly kind: ToolKind;
  };
  /** The folder that relative paths start at, absolute. */
  readonly cwd: string;
  readonly mode: Mode;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** A before-hook does nothing (undefined), refuses the call, or changes its input. */
export type BeforeHookAnswer =
  | undefined
  | { readonly deny: string }
  /** The new input, which is validated again. */
  | { readonly input: unknown };

/** An after-hook does nothing (undefined) or replaces the result. */
export type AfterHookAnswer = undefined | { readonly result: ToolResult };

export interface BeforeHook {
  readonly name: string;
  /** Default: 10 s. */
  readonly timeoutMs?: number;
  run(call: HookFacts): Promise<BeforeHookAnswer> | BeforeHookAnswer;
}

export interface AfterHook {
  readonly name: string;
  /** Default: 10 s. */
  readonly timeoutMs?: number;
  /**
   * Whether it formats the files that calls wrote. If only a file's layout has changed after the hook,
   * the session knows the new version and doesn't report an external change. Default: false.
   */
  readonly reformats?: boolean;
  run(
    call: HookFacts & { readonly outcome: AfterHookOutcome },
  ): Promise<AfterHookAnswer> | AfterHookAnswer;
}

/** The outcome of a call that ran, as after-hooks see it. */
export type AfterHookOutcome = Pick<
  Outcome,
  "status" | "content" | "structured" | "error" | "effects"
>;

/**
 * Code of the host around every call, run in order. A before-hook that throws or hangs
 * refuses the call, because it may have meant to. An after-hook that throws or hangs is skipped and
 * reported in the metadata. Neither ends the session.
 */
export interface Hooks {
  readonly before?: readonly BeforeHook[];
  readonly after?: readonly AfterHook[];
}
