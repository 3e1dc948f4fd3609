import type { Agent, PromptPiece } from "@toolwright/agent";
import type { Dialect, Label, Mode, Registry, Session, SessionDeclaration } from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import type { EntryId } from "@toolwright/workspace";
import type { RevertOptions, RevertResult, RevertTarget } from "@toolwright/workspace/undo";
import type { ToolwrightAgentOptions, ToolwrightPromptOptions } from "./agent/agent-options.ts";
import type { SessionApprovals } from "./approvals/session-approvals.ts";
import type { Places } from "./places.ts";
import type { ConversationInfo, ShownConversation } from "./agent/conversations.ts";
import type { ShownJournal } from "./records/shown-journal.ts";
import type { SettingsInForce } from "./settings/settings-in-force.ts";
import type { SessionTools } from "./tools/session-tools.ts";

/** A call or a turn of this session, or everything after a journal entry. */
export type UndoTarget =
  | { readonly call: string }
  | { readonly turn: number }
  | { readonly since: EntryId };

/** A background command that has ended. Its title is its command line, with secrets hidden. */
export type EndedJob = Pick<Job, "id" | "title" | "state">;

/** An open session with its journal, undo and tools. */
export interface Toolwright {
  readonly session: Session;
  /** The journal of the workspace, with earlier sessions, without secrets. */
  readonly journal: ShownJournal;
  /** The tools for a model, in the types of its SDK. */
  declare<Name extends Dialect>(dialect: Name): SessionDeclaration<Name>;
  /**
   * Undoes the last change or the target, all of it or nothing. Refuses if a file has changed since, unless
   * forced.
   */
  undo(target?: UndoTarget | RevertTarget, options?: RevertOptions): Promise<RevertResult>;
  /** Undoes the last undo, or the one of a journal entry. */
  redo(target?: RevertTarget, options?: RevertOptions): Promise<RevertResult>;
  /**
   * The facts that earlier sessions remembered, as Markdown for a system prompt; empty if there are none. The
   * files are read anew. They are information from models and people, so give them no authority.
   */
  memory(): Promise<string>;
  /**
   * Runs the discovery command of the settings again and takes the session's tools anew, which may change what it
   * declares. If the command fails, its tools stay, and a notice says why.
   */
  refreshTools(): Promise<void>;
  /** Ends calls, background commands and servers, and closes everything. */
  close(): Promise<void>;

  /**
   * Makes an agent that works in this session, with the models, limits, agent files and instructions of the settings.
   *
   * Errors: ConfigurationError `options-invalid` without a model, where the settings turn the agent off, and for a
   * conversation that can't be continued; ModelError for a model that can't be opened, such as one without a key.
   */
  agent(options?: ToolwrightAgentOptions): Promise<Agent>;
  /** The latest conversations of agents in this workspace, the latest first. Default limit: 50. */
  conversations(limit?: number): Promise<readonly ConversationInfo[]>;
  /**
   * A conversation with everything that was said, by its id or as `last`.
   *
   * Errors: ConfigurationError `options-invalid` for one that is missing, damaged or of a newer version.
   */
  conversation(id: string): Promise<ShownConversation>;

  /** The questions that were left for later; undefined without the option `approvals`. */
  readonly approvals: SessionApprovals | undefined;

  // For hosts
  /** The conversation that the session was opened with, as it was then; null if it is a new one. */
  readonly resumed: ConversationInfo | null;
  /** The pieces of the prompt of such an agent. */
  agentPrompt(options?: ToolwrightPromptOptions): Promise<readonly PromptPiece[]>;
  readonly registry: Registry;
  readonly tools: Pick<SessionTools, "disabled" | "reports" | "thirdParty">;
  readonly places: Places;
  /** The settings files in force, and whether the project's is trusted. */
  readonly settings: SettingsInForce;
  /**
   * Reads the settings again and applies rules and a stricter mode to the open session. Invalid settings
   * change nothing. Roots, tools, the profile, the sandbox and time limits need a new session.
   *
   * Shapes: returns the error with file, line and column; null if the settings are in force.
   */
  reload(): Promise<string | null>;
  /**
   * Changes the mode of the open session, as far as the settings allow. In mode `auto`, commands then run without
   * approval if a sandbox works.
   *
   * Shapes: returns the mode in force.
   */
  setMode(mode: Mode): Promise<Mode>;
  /**
   * Sets the absolute folders that the host works in. From now on paths outside them need approval. Folders
   * outside the workspace don't count; if none is inside, there is no limit.
   *
   * Shapes: returns the folders outside the workspace.
   */
  narrowTo(folders: readonly string[]): readonly string[];
  /**
   * Clears a label from the session's context, because a person says that its text no longer counts. That is recorded
   * in the journal and the agent's conversation. Never call it for a model. False if the label isn't there.
   */
  clearLabel(label: Label): Promise<boolean>;
  /** Subscribes to problems of third-party tools, which then skip `onNotice`. Returns a function that unsubscribes. */
  onThirdPartyNews(listener: (message: string) => void): () => void;
  /** The running commands that have a terminal of their own, oldest first, for a screen that shows them. */
  terminals(): readonly Job[];
  /** Subscribes to ended background commands. Returns a function that unsubscribes. */
  onJobEnd(listener: (job: EndedJob) => void): () => void;
}
