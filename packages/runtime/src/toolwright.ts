import type { Dialect, Registry, Session, SessionDeclaration } from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import type { EntryId } from "@toolwright/workspace";
import type { RevertOptions, RevertResult, RevertTarget } from "@toolwright/workspace/undo";
import type { Places } from "./places.ts";
import type { ShownJournal } from "./records/shown-journal.ts";
import type { SettingsInForce } from "./settings/settings-in-force.ts";
import type { SessionTools } from "./tools/session-tools.ts";

/** A call or a turn of this session, or all that came after an entry of the journal. */
export type UndoTarget =
  | { readonly call: string }
  | { readonly turn: number }
  | { readonly since: EntryId };

/** Its title is its command line, in which a placeholder may have been resolved: here it isn't. */
export type EndedJob = Pick<Job, "id" | "title" | "state">;

/** A session with all that belongs to it. */
export interface Toolwright {
  readonly session: Session;
  /** What happened in the workspace, in this session and those before it, without secrets. */
  readonly journal: ShownJournal;
  /** The tools that a model is shown, in the shape of its SDK. */
  declare<Name extends Dialect>(dialect: Name): SessionDeclaration<Name>;
  /**
   * Undoes the last change, or what is named. All of it or nothing: a file that has changed since is refused,
   * unless forced.
   */
  undo(target?: UndoTarget | RevertTarget, options?: RevertOptions): Promise<RevertResult>;
  /** Undoes the last undo, or the one of a journal entry. */
  redo(target?: RevertTarget, options?: RevertOptions): Promise<RevertResult>;
  /** Ends what runs, background commands and servers included, and closes what was opened. */
  close(): Promise<void>;

  // For hosts that show more than the session
  readonly registry: Registry;
  readonly tools: Pick<SessionTools, "disabled" | "reports" | "thirdParty">;
  readonly places: Places;
  /** All settings files that are in force, and whether the project's is trusted. */
  readonly settings: SettingsInForce;
  /**
   * Reads the settings anew for the open session: its rules, a stricter mode. With an error in them
   * the last good ones stay in force. Roots, tools, the profile, the sandbox and time limits need a new
   * session.
   *
   * Shapes: returns the error with file, line and column; null when they are in force.
   */
  reload(): Promise<string | null>;
  /**
   * The folders that the session's host works in, absolute: from now on what lies outside of them is asked.
   * Only those inside the workspace count; when none is, it is as if the host had named none.
   *
   * Shapes: returns those that are outside, which don't count.
   */
  narrowTo(folders: readonly string[]): readonly string[];
  /** Told what goes wrong with third-party tools, instead of `onNotice`. Returns the way to stop. */
  onThirdPartyNews(listener: (message: string) => void): () => void;
  /** Told of each command that has ended in the background. Returns the way to stop. */
  onJobEnd(listener: (job: EndedJob) => void): () => void;
}
