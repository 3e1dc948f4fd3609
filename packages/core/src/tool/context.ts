import type { Unanswered } from "../approval/approval-queue.ts";
import type { ElicitationAnswer, ElicitationRequest } from "../approval/elicitation.ts";
import type { Effect } from "../effects/effect.ts";
import type { Invocation, LogLevel, ToolCall } from "../invocation/invocation.ts";
import type { CallWeb } from "../invocation/call-web.ts";
import type { InvocationUpdate } from "../invocation/event.ts";
import type { Language } from "../language/language.ts";
import type { Agents } from "../ports/agents.ts";
import type { Environment } from "../ports/environment.ts";
import type { RunEffect } from "../effects/kinds/run.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { Memory } from "../ports/memory.ts";
import type { LanguageServerAccess } from "../ports/language-servers.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { ProgramLimits, Programs } from "../ports/programs.ts";
import type { AnalysisStore } from "../ports/analysis-store.ts";
import type { OutputKeeper } from "../ports/output-store.ts";
import type { Skills } from "../ports/skills.ts";
import type { SandboxState } from "../ports/sandbox-factory.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import type { JudgedRepository } from "../ports/repository.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { MaybePromise, ResolvedPath, WorkspaceAccess } from "../ports/workspace.ts";
import type { ChildSessionOptions, Session } from "../session/session.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import type { DeferredSource, ToolScope } from "./tool.ts";

export interface AgentFacts {
  readonly name: string;
  /** 0 for the main agent. */
  readonly depth: number;
  /** The names of the agents above it, the main one first. */
  readonly ancestors?: readonly string[];
}

/** Abilities of the host other than those of its approvers, who answer questions. */
export interface HostCapabilities {
  /**
   * The editor's view of a file, given by its absolute path. Resolves once the view is of what is on the disk.
   * Preferred to the session's language servers.
   */
  diagnostics?(path: string): Promise<
    readonly {
      /** 1-based. */
      readonly line: number;
      readonly severity: "error" | "warning" | "information";
      readonly message: string;
    }[]
  >;
  /** Answers a prompt with the session's model, without tools. The prompt may contain untrusted text. */
  askModel?(request: { readonly prompt: string; readonly signal: AbortSignal }): Promise<string>;
  /** Shows a file to the person. */
  openInEditor?(path: string, line?: number): Promise<void>;
}

export interface CallFacts {
  readonly sessionId: string;
  readonly callId: string;
  /** The call of the same session that made this one; undefined for a call of the model or a person. */
  readonly parentCallId: string | undefined;
  /** The number of the person's request that the call belongs to, counted from 1 in each session. */
  readonly turn: number;
  readonly agent: AgentFacts;
  /** The person's home directory, absolute; undefined if the session doesn't know it. */
  readonly home: string | undefined;
  /** The limits of programs; undefined when the session runs none. */
  readonly programLimits: ProgramLimits | undefined;
  /** The session's search service. */
  readonly webSearch: Pick<WebSearch, "service" | "effect"> | undefined;
}

export interface EffectsContext extends CallFacts {
  /** The workspace's current directory, absolute. */
  readonly cwd: string;
  readonly memory: Memory | undefined;
  readonly skills: Skills | undefined;
  resolve(path: string): MaybePromise<ResolvedPath>;
  /** As `Workspace.judgeRepository`. */
  judgeRepository(directory: string): JudgedRepository;
  /**
   * The commands that language servers for these paths would start, as effects; none for running servers. Files
   * that the host's editor diagnoses need none if `isForProblems`.
   */
  serverStarts(
    paths: readonly string[],
    options?: { readonly isForProblems?: boolean },
  ): Promise<readonly RunEffect[]>;
}

export interface PrepareContext extends CallFacts {
  readonly signal: AbortSignal;
  readonly workspace: WorkspaceAccess;
  readonly environment: Environment;
  readonly host: Omit<HostCapabilities, "askModel">;
  /** Reads the web. `prepare` can't fetch. */
  readonly web: CallWeb;
  /** The language of summaries, previews and displays. Results' content and errors are always English. */
  readonly language: Language;
  /** Facts that outlive the session; undefined when the session has no memory. */
  readonly memory: Memory | undefined;
  /** Undefined when the session has no skills. */
  readonly skills: Skills | undefined;
  /** The text with its secrets hidden, for tools that store text beyond the session. */
  readonly redact: (text: string) => string;
  /** Undefined if the session has none. */
  readonly languageServers: LanguageServerAccess | undefined;
  /**
   * For tools that cut a text before they return it: the secret that spans a position, or at the text's end a
   * secret that may continue after it. Half a secret would not be redacted. Null for none.
   */
  readonly secretAround: (
    text: string,
    at: number,
  ) => { readonly start: number; readonly end: number } | null;
}

export interface ToolContext extends PrepareContext {
  readonly processes: ProcessHost;
  /** Searches the web. Errors: ToolError `tool-not-available` if the session has no search service. */
  readonly webSearch: WebSearch;
  /** Runs programs over tools; undefined when the session runs none. */
  readonly programs: Programs | undefined;
  /** Background commands; undefined when the session has none. */
  readonly jobs: Jobs | undefined;
  /** Sub-agents; undefined when no agent works in the session. */
  readonly agents: Agents | undefined;
  /** Fires when a person wants the call to end and its command to continue in the background. */
  readonly backgroundSignal: AbortSignal;
  /**
   * The sandbox profile for this call's processes, made from its current effects; null when nothing is
   * confined. Errors: `command-failed` when a sandbox is required and none works.
   */
  readonly sandbox: () => Promise<SandboxProfile | null>;
  /** Whether and how the session's commands are confined; null if they aren't, or nobody can tell. */
  readonly sandboxState: () => Promise<SandboxState | null>;
  /**
   * Requests more effects, for example after a sandbox refused something. Null when they are allowed,
   * otherwise the reason.
   */
  readonly requestEffects: (effects: readonly Effect[], summary: string) => Promise<string | null>;
  /**
   * Asks the person a question of the tool or of the server that it calls. The time limit pauses meanwhile.
   * `unanswered` when nobody can answer. The signal withdraws the question, which gives `cancel`.
   */
  readonly elicit: (
    request: ElicitationRequest,
    signal?: AbortSignal,
  ) => Promise<ElicitationAnswer | Unanswered>;
  /**
   * Answers a prompt with the session's model, without tools and without secrets; undefined if the session
   * has no model.
   */
  readonly askModel: ((prompt: string) => Promise<string>) | undefined;
  /** How many UTF-8 bytes of text a result may have; longer text loses its middle. */
  readonly maxOutputBytes: number;
  /**
   * Stores an output while it arrives, when the result shows only a part; undefined if the session has no
   * output store. The stored output outlives the call.
   */
  readonly saveOutput: () => OutputKeeper | undefined;
  /** What was computed from files in this session and earlier ones; undefined if nothing is stored. */
  readonly analyses: AnalysisStore | undefined;
  /** The session's deferred tools. */
  readonly deferredTools: DeferredTools;
  /** The session's tools that `call` can call, deferred ones too. */
  readonly callableTools: CallableTools;
  /** The lowest level of log messages that the caller shows; undefined when it shows none. */
  readonly logLevel: LogLevel | undefined;
  /** Sends a live update. Ignored once the call is over. */
  readonly update: (update: InvocationUpdate) => void;
  /**
   * Calls another tool of the session; it takes this call's place in the queue. Errors: ToolError `cancelled` when the
   * agent's budget of calls is used up.
   */
  readonly call: (call: ToolCall) => Invocation;
  /** A session for a sub-agent; its calls take this call's place in the queue. */
  readonly openChildSession: (options: ChildSessionOptions) => Promise<Session>;
}

/** A deferred tool as searches see it. */
export interface SearchableTool {
  readonly name: string;
  /** As `DeferredSource.name`. */
  readonly source: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * Ranks tools by how well they match a model's query.
 *
 * Shapes: returns the names of matching tools, best first. `tools` contains the same object for a tool until the
 * tool changes, so that an implementation may cache embeddings.
 */
export type RankTools = (
  query: string,
  tools: readonly SearchableTool[],
) => readonly string[] | Promise<readonly string[]>;

/** A deferred tool as a model sees it. */
export interface FoundTool {
  readonly name: string;
  /** As `DeferredSource.name`. */
  readonly source: string;
  /** The rendered description. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export interface DeferredTools {
  readonly sources: readonly DeferredSource[];
  readonly count: number;
  /** In the session's order. */
  readonly tools: readonly SearchableTool[];
  /** The host's ranking, used in place of the search tool's own. */
  readonly rank: RankTools | undefined;
  /** The tool that forwards calls to them; undefined when there is none. */
  readonly calledThrough: string | undefined;
  /** The tools of these names, each once, in their order. Unknown names are skipped. */
  describe(names: readonly string[]): readonly FoundTool[];
}

/** A tool as code that calls it sees it. */
export interface CallableTool {
  readonly name: string;
  /** The rendered description. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Absent: the tool's result is text. */
  readonly outputSchema?: JsonSchema;
}

export interface CallableTools {
  /** For searches, in the session's order. */
  readonly tools: readonly SearchableTool[];
  /** Undefined for an unknown name. */
  describe(name: string): CallableTool | undefined;
}

export interface InitContext {
  readonly sessionId: string;
  readonly agent: AgentFacts;
  readonly scope: Exclude<ToolScope, "any">;
}
