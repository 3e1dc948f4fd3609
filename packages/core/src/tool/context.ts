import type { Unanswered } from "../approval/approval-queue.ts";
import type { ElicitationAnswer, ElicitationRequest } from "../approval/elicitation.ts";
import type { Effect } from "../effects/effect.ts";
import type { Invocation, LogLevel, ToolCall } from "../invocation/invocation.ts";
import type { InvocationUpdate } from "../invocation/event.ts";
import type { Environment } from "../ports/environment.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { OutputKeeper } from "../ports/output-store.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import type { JudgedRepository } from "../ports/repository.ts";
import type { MaybePromise, ResolvedPath, WorkspaceAccess } from "../ports/workspace.ts";
import type { ChildSessionOptions, Session } from "../session/session.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import type { DeferredSource, ToolScope } from "./tool.ts";

export interface AgentFacts {
  readonly name: string;
  /** 0 for the main agent. */
  readonly depth: number;
}

/** What the embedding application can do besides asking for approval. */
export interface HostCapabilities {
  /** Puts a question to the person; undefined when there was no answer. */
  askPerson?(question: {
    readonly text: string;
    readonly choices?: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<string | undefined>;
  /** The editor's or language server's view of a file. */
  diagnostics?(path: string): Promise<
    readonly {
      /** 1-based. */
      readonly line: number;
      readonly severity: "error" | "warning" | "information";
      readonly message: string;
    }[]
  >;
  /** Shows a file to the person. */
  openInEditor?(path: string, line?: number): Promise<void>;
}

export interface CallFacts {
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: AgentFacts;
  /** The person's home directory, absolute; undefined where the session doesn't know it. */
  readonly home: string | undefined;
}

export interface EffectsContext extends CallFacts {
  /** The workspace's current directory, absolute. */
  readonly cwd: string;
  resolve(path: string): MaybePromise<ResolvedPath>;
  /** As `Workspace.judgeRepository`. */
  judgeRepository(directory: string): JudgedRepository;
}

export interface PrepareContext extends CallFacts {
  readonly signal: AbortSignal;
  readonly workspace: WorkspaceAccess;
  readonly environment: Environment;
  readonly host: HostCapabilities;
  /**
   * For tools that cut a text before they return it: the secret that is on both sides of a place in it, at its
   * end one that may go on behind it. Half of one would not be hidden. Null for none.
   */
  readonly secretAround: (
    text: string,
    at: number,
  ) => { readonly start: number; readonly end: number } | null;
}

export interface ToolContext extends PrepareContext {
  readonly processes: ProcessHost;
  /** Commands that run on after their call; undefined when the session has none. */
  readonly jobs: Jobs | undefined;
  /** Fires when a person wants the call to end while what it started runs on in the background. */
  readonly backgroundSignal: AbortSignal;
  /**
   * The sandbox for what this call starts, made from its effects as they are now; null when nothing is
   * confined. Errors: `command-failed` when a sandbox is demanded and none works.
   */
  readonly sandbox: () => Promise<SandboxProfile | null>;
  /**
   * Asks for effects that turned out to be needed, as when a sandbox refused something: null when they
   * are allowed, else what was said against it.
   */
  readonly requestEffects: (effects: readonly Effect[], summary: string) => Promise<string | null>;
  /**
   * Asks the person for something that the tool, or who it works for, wants to know. The time limit stands
   * still meanwhile. `unanswered` when nobody can be asked. With the signal nobody wants to know any more:
   * that is `cancel`.
   */
  readonly elicit: (
    request: ElicitationRequest,
    signal?: AbortSignal,
  ) => Promise<ElicitationAnswer | Unanswered>;
  /** UTF-8 bytes of text that a result has room for; what is over is cut out of its middle. */
  readonly maxOutputBytes: number;
  /**
   * Keeps an output of which a result shows a part, while it comes; undefined where the session keeps
   * none. What was kept stays when the call is over.
   */
  readonly saveOutput: () => OutputKeeper | undefined;
  /** The session's tools that are found through a search. */
  readonly deferredTools: DeferredTools;
  /** The least level of log messages that the caller shows; undefined where it shows none. */
  readonly logLevel: LogLevel | undefined;
  /** Live news. Dropped, never an error, once the call is over. */
  readonly update: (update: InvocationUpdate) => void;
  /** Calls another tool of the session; it takes this call's place in the queue. */
  readonly call: (call: ToolCall) => Invocation;
  /** A session for a sub-agent; its calls take this call's place in the queue. */
  readonly openChildSession: (options: ChildSessionOptions) => Promise<Session>;
}

/** A deferred tool as a search reads it. */
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
 * Orders tools by how well they fit a query of a model.
 *
 * Shapes: the names of those that fit, best first. `tools` has the same object for a tool as long as the tool stays
 * the same, so that an implementation may keep what it worked out, such as an embedding.
 */
export type RankTools = (
  query: string,
  tools: readonly SearchableTool[],
) => readonly string[] | Promise<readonly string[]>;

/** A deferred tool as a model calls it. */
export interface FoundTool {
  readonly name: string;
  /** As `DeferredSource.name`. */
  readonly source: string;
  /** Rendered. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export interface DeferredTools {
  readonly sources: readonly DeferredSource[];
  readonly count: number;
  /** In the session's order. */
  readonly tools: readonly SearchableTool[];
  /** The host's ranking, to be used in place of the searching tool's own. */
  readonly rank: RankTools | undefined;
  /** The tool through which they are called; undefined when there is none. */
  readonly calledThrough: string | undefined;
  /** In the order of the names, each once, without names that no deferred tool has. */
  describe(names: readonly string[]): readonly FoundTool[];
}

export interface InitContext {
  readonly sessionId: string;
  readonly agent: AgentFacts;
  readonly scope: Exclude<ToolScope, "any">;
}
