import type { Elicitation, ElicitationAnswer } from "./elicitation.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { ToolKind } from "../tool/tool.ts";
import type { Display } from "../output/content.ts";
import type { DigestCall } from "./call-digests.ts";
import type { UndoOutlook } from "../ports/snapshots.ts";

/** A rule that would answer this question and similar ones from now on. */
export interface RuleProposal {
  /** Patterns such as `write(src/a.ts)`. All patterns of a proposal are granted together. */
  readonly patterns: readonly string[];
  /** For the person: "edits below src". */
  readonly label: string;
  readonly protected?: boolean;
}

/** The changes that a call made in its stage, instead of in the workspace. */
export interface StagedChanges {
  readonly changes: readonly StagedChange[];
  /** The changes among them that the call didn't declare. */
  readonly undeclared: readonly Effect[];
}

export interface StagedChange {
  /** Relative to its root. */
  readonly path: string;
  readonly change: "create" | "modify" | "delete";
  /** A unified diff, or a line that says what changed. */
  readonly diff: string;
  /** Present if a commit leaves it out: why, as a clause. */
  readonly leftOut?: string;
}

/** A question to a person that must be answered before a call continues. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  /** The call of the same session that made this one, such as a program's. */
  readonly parentCallId?: string;
  readonly agent: string;
  readonly tool: { readonly name: string; readonly title: string; readonly kind: ToolKind };
  readonly input: unknown;
  /** One line that says what the call would do. */
  readonly summary: string;
  /** The effects that need approval; the decision's proof has all effects. */
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision;
  /**
   * `read`: the call has to read files before it is ready. `run`: it is ready to run. `commit`: it has run in
   * a stage, and its changes wait to be committed or dropped.
   */
  readonly stage: "read" | "run" | "commit";
  /** For `commit`: what the call did. */
  readonly staged?: StagedChanges;
  /** Present if `stage` is a possible answer: the call can run in a stage first. */
  readonly canStage?: true;
  readonly preview?: Display;
  /** Whether the call could be undone. Absent if nothing changes or the session has no snapshots. */
  readonly undo?: UndoOutlook;
  /** Empty when the call can only be allowed once. */
  readonly proposals: readonly RuleProposal[];
}

export type ApprovalAnswer = (
  | { readonly outcome: "once" }
  /** `proposal`: an index into the question's proposals. Default: 0, the narrowest. */
  | { readonly outcome: "session"; readonly proposal?: number }
  | { readonly outcome: "always"; readonly proposal?: number }
  /** Runs the call in a stage, if the question says `canStage`. */
  | { readonly outcome: "stage" }
  /** For a `commit` question. There, any other approval commits as well, and a rejection drops. */
  | { readonly outcome: "commit" }
  | { readonly outcome: "drop"; readonly feedback?: string }
  /** The call goes back to validation with this input instead. */
  | { readonly outcome: "edit"; readonly input: unknown }
  | { readonly outcome: "reject"; readonly feedback?: string }
  | { readonly outcome: "cancel" }
  /** The question stays open outside the session: the call is refused now, and may be made again. */
  | { readonly outcome: "later"; readonly approval: string; readonly reason?: string }
) & {
  /** The name of the one who answered, for the journal. */
  readonly by?: string;
  /** The id of the portable approval that the answer comes from. */
  readonly approval?: string;
};

/** A party that can answer questions: a terminal, an editor, a web page, an MCP host. */
export interface Approver {
  readonly name: string;
  /** Whether it only passes questions on, so that no person attends to the session. Default: false. */
  readonly answersLater?: boolean;
  /**
   * Asks the person and returns the answer; undefined leaves the question to the other approvers. The
   * signal fires when another approver answers or the call is cancelled. `digests` tells a question apart from every
   * other one, for an approver that answers it later.
   */
  ask(
    question: ApprovalQuestion,
    signal: AbortSignal,
    digests?: DigestCall,
  ): Promise<ApprovalAnswer | undefined>;
  /** Like `ask`, for the question of a server or tool. Absent: the approver doesn't support these. */
  elicit?(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer | undefined>;
}
