import type { Effect, Mode, PolicyDecision } from "@toolwright/core";
import type { ApprovalRecord } from "@toolwright/core/internal";
import type { KeptOutcome } from "@toolwright/workspace/internal";

/** The version of the format, in the first line of a tape. */
export const tapeVersion = 1;

/** The limits for the files of a tape. Beyond them a file is only named. */
export const tapeLimits = {
  maxFileBytes: 1024 * 1024,
  maxBytes: 32 * 1024 * 1024,
  maxFiles: 5_000,
} as const;

/** The first line. Paths and texts have placeholders for private folders and for secrets. */
export interface TapeHeader {
  readonly tape: typeof tapeVersion;
  /** The version that exported it. */
  readonly toolwright: string;
  readonly session: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** As `process.platform`. */
  readonly platform: string;
  /** The number of the workspace's roots. */
  readonly roots: number;
  readonly mode: Mode;
  readonly profile: string;
  /** The rules in force at the export. */
  readonly rules: readonly { readonly layer: string; readonly rule: unknown }[];
  /** The tools that were called. `sha256` is null for a tool whose definition isn't known without its server. */
  readonly tools: readonly TapedTool[];
  /** The models that worked on it. */
  readonly models: readonly string[];
}

export interface TapedTool {
  readonly name: string;
  readonly sha256: string | null;
}

/** A content that the lines below name by its hash. It has one of `text` and `base64`. */
export interface TapeContent {
  readonly type: "content";
  /** The hash of `text` as UTF-8, or of the decoded `base64`. */
  readonly sha256: string;
  readonly text?: string;
  readonly base64?: string;
}

/** The state of a path. Links aren't followed. */
export type TapedState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "file";
      /** Null if the tape doesn't have it; `omitted` says why. */
      readonly content: string | null;
      readonly omitted?: string;
      readonly mode: number;
    }
  | { readonly kind: "directory"; readonly mode: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "other" };

/** The state of a path when the session began. */
export interface TapeFile {
  readonly type: "file";
  readonly path: string;
  readonly state: TapedState;
  readonly modifiedAtMs?: number;
}

export interface TapedChange {
  readonly path: string;
  readonly before: TapedState;
  /** Null if it isn't known. */
  readonly after: TapedState | null;
}

/** A call, or an undo or redo between the calls. */
export interface TapeCall {
  readonly type: "call" | "undo" | "redo";
  /** A sub-agent's session begins with its parent's id and that of the call that started it. */
  readonly session: string;
  readonly agent: string;
  readonly turn: number;
  readonly id: string;
  /** The id of the call that made it, if a program did. */
  readonly parentCallId?: string;
  readonly tool: string;
  readonly input: unknown;
  readonly status: string;
  readonly effects: readonly Effect[];
  readonly decision: PolicyDecision | null;
  readonly approvals: readonly ApprovalRecord[];
  /** Null for a call that was interrupted. */
  readonly outcome: KeptOutcome | null;
  readonly changes: readonly TapedChange[];
  readonly notUndoable: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

/** A record of the agent's conversation: a turn's beginning, what the person and the model said, its end. */
export interface TapeMessage {
  readonly type: "message";
  readonly record: {
    readonly type: string;
    readonly atMs?: number;
    readonly [field: string]: unknown;
  };
}

/** The last line. */
export interface TapeEnd {
  readonly type: "end";
  /** The number of lines before it. */
  readonly lines: number;
  /** The hash of the lines before it, each with its line feed. */
  readonly sha256: string;
}

export type TapeLine = TapeContent | TapeFile | TapeCall | TapeMessage | TapeEnd;
