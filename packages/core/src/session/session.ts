import type { ApprovalQueue } from "../approval/approval-queue.ts";
import type { Grant } from "../approval/grant.ts";
import type { Dialect, SessionDeclaration } from "../declaration/declare.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Explanation } from "../invocation/explain.ts";
import type { CallOptions, Invocation, ToolCall } from "../invocation/invocation.ts";
import type { CallAliases } from "../invocation/meant-call.ts";
import type { Outcome } from "../invocation/outcome.ts";
import type { OutputBudget } from "../output/budget.ts";
import type { Mode, Policy, ProofStep } from "../policy/policy.ts";
import type { SandboxFactory } from "../ports/sandbox-factory.ts";
import type { Environment } from "../ports/environment.ts";
import type { GrantStore } from "../ports/grant-store.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { Journal } from "../ports/journal.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Snapshots } from "../ports/snapshots.ts";
import type { OutputStore } from "../ports/output-store.ts";
import type { Workspace } from "../ports/workspace.ts";
import type { Registry, ToolFilter } from "../registry/registry.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { AgentFacts, HostCapabilities, RankTools } from "../tool/context.ts";
import type { ToolScope } from "../tool/tool.ts";
import type { DeferralLimits } from "./deferral.ts";
import type { Replay, SessionEvent } from "./session-events.ts";

export interface SessionOptions {
  readonly registry: Registry;
  readonly policy: Policy;
  readonly workspace: Workspace;
  /** Without it, a tool that starts a process fails with `tool-not-available`. */
  readonly processes?: ProcessHost;
  /** Commands that run on after their call. Without it there are none. */
  readonly jobs?: Jobs;
  /** Without it the processes of calls aren't confined. */
  readonly sandboxFactory?: SandboxFactory;
  readonly environment?: Environment;
  /** The person's home directory; by default what HOME says in the environment. */
  readonly home?: string;
  readonly host?: HostCapabilities;
  /** A made-up id by default. */
  readonly id?: string;
  /** Default: the agent `main` at depth 0. */
  readonly agent?: AgentFacts;
  /** Which of the registry's tools; all that fit the agent's scope by default. */
  readonly tools?: ToolFilter;
  /**
   * Over these limits all tools that aren't built in are deferred, if there are tools that find and call
   * them. By default only those are whose definition says so.
   */
  readonly deferToolsOver?: DeferralLimits;
  /** Nothing is deferred: `declare` declares every tool. Default: false. */
  readonly declareAllTools?: boolean;
  /** Names from habit that calls may have. None by default. */
  readonly aliases?: CallAliases;
  readonly approvals?: ApprovalQueue;
  readonly hooks?: Hooks;
  readonly budget?: OutputBudget;
  readonly redactor?: Redactor;
  readonly outputStore?: OutputStore;
  readonly journal?: Journal;
  readonly snapshots?: Snapshots;
  /** Grants that hold beyond the session; read when it opens, added to by "always". */
  readonly grants?: GrantStore;
  /** Finds deferred tools in place of the searching tool's own ranking, as by embeddings. */
  readonly rank?: RankTools;
  /**
   * The way in which a person lifts what one step of a proof decided, in words of this host, for the text of a
   * refusal. Null, and the default: a refusal names none, as a step's own `wouldChange` speaks of the command line.
   */
  readonly remedy?: (step: ProofStep) => string | null;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A sub-agent's session: its policy is at most its parent's, its questions go to the same queue. */
export interface ChildSessionOptions {
  readonly agent: string;
  readonly tools?: ToolFilter;
  /** Loosens nothing: a child's decision is the stricter of its parent's and its own. */
  readonly policy?: Policy;
  readonly budget?: OutputBudget;
}

/** Tools, a workspace, a policy and the people who approve, across turns. */
export interface Session {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly scope: Exclude<ToolScope, "any">;
  readonly policy: Policy;
  readonly approvals: ApprovalQueue;
  readonly workspace: Workspace;
  /** The session's own set, in the registry's order: what the model is shown is what runs. */
  readonly tools: readonly RegisteredTool[];
  /** Live grants of this session and the lasting ones. */
  readonly grants: readonly Grant[];
  /** What the person asked for last, counted from 1: what is undone together. */
  readonly turn: number;
  /** The person asks for something new: calls from now on belong to it. Returns its number. */
  beginTurn(): number;
  /** Takes a new snapshot of the registry, for the next step: only this changes what `declare` declares. */
  refresh(): Promise<void>;
  /** Why a tool of the registry isn't in the session's set; undefined for one that is, or that there isn't. */
  whyNotAvailable(name: string): string | undefined;
  /** Those that `declare` declares, in its order: the same list until it changes. */
  readonly shownTools: readonly RegisteredTool[];
  /**
   * The tools that a model is shown, in its vendor's shape: the same for the whole session, so that what a
   * vendor keeps of a prompt stays usable, until `refresh` finds other tools. Deferred ones aren't
   * among them: a search finds them, and they are called through the tool that passes calls on, or by their
   * own name.
   */
  declare<Name extends Dialect>(dialect: Name): SessionDeclaration<Name>;
  call(call: ToolCall, options?: CallOptions): Invocation;
  /** One step of the model: outcomes in the order of the calls. */
  callAll(calls: readonly ToolCall[]): Promise<readonly Outcome[]>;
  /**
   * What a call would do and how that is decided, without asking anybody and without running it.
   * Exact where its reads are allowed unasked, else the claimed upper bound.
   */
  explain(call: ToolCall): Promise<Explanation>;
  /** Asks one call, or all, to end while what they started runs on; see `Invocation`. */
  moveToBackground(callId?: string): void;
  /** Cancels one call, or all that have not ended. */
  cancel(callId?: string, reason?: string): void;
  setMode(mode: Mode): void;
  /** Another policy from now on, as after a change of the settings: open calls are decided anew. */
  setPolicy(policy: Policy): void;
  /**
   * Takes in what was granted and revoked elsewhere, as by another process; open questions that are answered
   * by it are.
   *
   * Shapes: returns whether there was anything. Errors: what the grant store throws.
   */
  reloadGrants(): Promise<boolean>;
  /** Ends a grant, here and where it is kept. False when neither the session nor a child has it. */
  revokeGrant(id: string): Promise<boolean>;
  /**
   * Every event of every call of this session and its children, numbered in the order in which they came.
   * With `replay` first those that came after a known one, as far as the session still has them: it keeps
   * the latest, about 4 MiB. Returns the way to stop.
   */
  subscribe(listener: (event: SessionEvent) => void, replay?: Replay): () => void;
  /** Cancels what runs, waits for its end and frees everything. */
  close(): Promise<void>;
}
