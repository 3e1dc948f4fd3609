import type { Elicitation, ElicitationAnswer } from "./elicitation.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { ToolKind } from "../tool/tool.ts";
import type { Display } from "../output/content.ts";
import type { UndoOutlook } from "../ports/snapshots.ts";

/** A rule that would answer this question and the like of it from now on, narrowest first. */
export interface RuleProposal {
  /** In the rules' grammar, as `write(src/a.ts)`. All patterns of one proposal go together. */
  readonly patterns: readonly string[];
  /** For the person: "edits below src". */
  readonly label: string;
  readonly protected?: boolean;
}

/** What a person is asked before a call goes on. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: string;
  readonly tool: { readonly name: string; readonly title: string; readonly kind: ToolKind };
  readonly input: unknown;
  /** One line of what the call would do. */
  readonly summary: string;
  /** The effects that wait for the answer; the decision's proof has all of them. */
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision;
  /** Whether the call has yet to read what it needs, or is ready to run. */
  readonly stage: "read" | "run";
  readonly preview?: Display;
  /** Whether undo could take it back, where that is kept track of and the call changes something. */
  readonly undo?: UndoOutlook;
  /** Empty when only this one call may be allowed. */
  readonly proposals: readonly RuleProposal[];
}

export type ApprovalAnswer = (
  | { readonly outcome: "once" }
  /** `proposal` is an index into the question's proposals; the narrowest by default. */
  | { readonly outcome: "session"; readonly proposal?: number }
  | { readonly outcome: "always"; readonly proposal?: number }
  /** The call goes back to validation with this input instead. */
  | { readonly outcome: "edit"; readonly input: unknown }
  | { readonly outcome: "reject"; readonly feedback?: string }
  | { readonly outcome: "cancel" }
) & {
  /** Who answered, for the journal. */
  readonly by?: string;
};

/** Somebody who can be asked: a terminal, an editor, a web page, an MCP host. */
export interface Approver {
  readonly name: string;
  /**
   * Asks, and answers with what the person said; undefined leaves the question to the other
   * approvers. The signal fires when somebody else answered or the call was cancelled.
   */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer | undefined>;
  /** Puts what somebody else wants to know to the person; an approver without it can't. Else as `ask`. */
  elicit?(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer | undefined>;
}
