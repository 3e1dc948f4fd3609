import type { ApprovalQueue } from "../approval/approval-queue.ts";
import type { Grant } from "../approval/grant.ts";
import type { Dialect, SessionDeclaration } from "../declaration/declare.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Explanation } from "../invocation/explain.ts";
import type { CallOptions, Invocation, ToolCall } from "../invocation/invocation.ts";
import type { CallAliases } from "../invocation/meant-call.ts";
import type { Outcome } from "../invocation/outcome.ts";
import type { OutputBudget } from "../output/budget.ts";
import type { TodoItem } from "../output/content.ts";
import type { Mode, Policy, ProofStep } from "../policy/policy.ts";
import type { AnalysisStore } from "../ports/analysis-store.ts";
import type { SandboxFactory } from "../ports/sandbox-factory.ts";
import type { Agents } from "../ports/agents.ts";
import type { Environment } from "../ports/environment.ts";
import type { GrantStore } from "../ports/grant-store.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { Language } from "../language/language.ts";
import type { Journal } from "../ports/journal.ts";
import type { Memory } from "../ports/memory.ts";
import type { LanguageServers } from "../ports/language-servers.ts";
import type { Programs } from "../ports/programs.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { Labels } from "../ports/labels.ts";
import type { RedactingStream, Redactor } from "../ports/redactor.ts";
import type { Skills } from "../ports/skills.ts";
import type { Snapshots } from "../ports/snapshots.ts";
import type { Stage, Stages } from "../ports/stages.ts";
import type { OutputStore, StoredOutput } from "../ports/output-store.ts";
import type { Web } from "../ports/web.ts";
import type { WebSearch } from "../ports/web-search.ts";
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
  /** Absent: a tool that starts a process fails with `tool-not-available`. */
  readonly processes?: ProcessHost;
  /** Background commands. Absent: the session has none. */
  readonly jobs?: Jobs;
  /** Absent: the session has no tools that read the web. */
  readonly web?: Web;
  /** Facts that outlive the session. Absent: the session has no memory. */
  readonly memory?: Memory;
  /** Absent: the session has no tools that search the web. */
  readonly webSearch?: WebSearch;
  /** Runs programs over tools. Absent: the session runs none. */
  readonly programs?: Programs;
  /** Absent: the session has no skills. */
  readonly skills?: Skills;
  /** The sub-agents of the agent that works in this session. Default: none until `attachAgent`. */
  readonly agents?: Agents;
  /** Absent: the processes of calls aren't confined. */
  readonly sandboxFactory?: SandboxFactory;
  /** Absent: the session has no tools that ask them, and edits are not checked. */
  readonly languageServers?: LanguageServers;
  readonly environment?: Environment;
  /** The person's home directory. Default: HOME from the environment. */
  readonly home?: string;
  readonly host?: HostCapabilities;
  /** Default: generated. */
  readonly id?: string;
  /** The turns that an earlier process had under the same id, which this session continues. Default: 0. */
  readonly earlierTurns?: number;
  /** Default: the agent `main` at depth 0. */
  readonly agent?: AgentFacts;
  /** Selects tools of the registry. Default: all that fit the agent's scope. */
  readonly tools?: ToolFilter;
  /**
   * Above these limits, all third-party tools are deferred, if there are tools that find and call deferred
   * tools. Default: only tools defined as deferred are.
   */
  readonly deferToolsOver?: DeferralLimits;
  /** Whether `declare` declares every tool and nothing is deferred. Default: false. */
  readonly declareAllTools?: boolean;
  /** Whether `declare` declares the tools that only an agent's own loop needs. Default: false until `attachAgent`. */
  readonly declareAgentTools?: boolean;
  /** Names of calls that models know from other products. Default: none. */
  readonly aliases?: CallAliases;
  readonly approvals?: ApprovalQueue;
  readonly hooks?: Hooks;
  readonly budget?: OutputBudget;
  readonly redactor?: Redactor;
  /** The language of everything that a person reads. Default: English. A model always gets English. */
  readonly language?: Language;
  readonly outputStore?: OutputStore;
  /** Absent: what tools compute from files is computed again each time. */
  readonly analyses?: AnalysisStore;
  readonly journal?: Journal;
  readonly snapshots?: Snapshots;
  /** Throw-away views for calls whose changes a person commits or drops. Absent: no call runs in a stage. */
  readonly stages?: Stages;
  /** The stage in which the whole session works: its ports replace those given. Ended by `endStage`. */
  readonly stage?: Stage;
  /** The modes in which every call that may change something runs in a stage. Default: none. */
  readonly stagedModes?: readonly Mode[];
  /** The labels of the text in the session's context, which sub-agents share. Absent: the session has none. */
  readonly labels?: Labels;
  /** Grants that outlive the session: read when it opens, extended by "always" answers. */
  readonly grants?: GrantStore;
  /** Ranks deferred tools, for example by embeddings, in place of the search tool's own ranking. */
  readonly rank?: RankTools;
  /**
   * How a person can change the decision of one proof step in this host, for the text of a refusal. Null, the
   * default, adds nothing. A step's own `wouldChange` is not used, because it is about the command line.
   */
  readonly remedy?: (step: ProofStep) => string | null;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A sub-agent's session. It can do no more than its parent, and its questions go to the same queue. */
export interface ChildSessionOptions {
  readonly agent: string;
  /** Selects among the parent's tools. Tools that only sub-agents have stay unless they are excluded. */
  readonly tools?: ToolFilter;
  /** Can only restrict: a child's decision is the stricter of its parent's and its own. */
  readonly policy?: Policy;
  readonly budget?: OutputBudget;
  /** The child's own sub-agents. Default: none. */
  readonly agents?: Agents;
}

/** Tools, a workspace, a policy and approvers, across turns. */
export interface Session {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly scope: Exclude<ToolScope, "any">;
  readonly policy: Policy;
  readonly approvals: ApprovalQueue;
  /** The language of everything that a person reads. */
  readonly language: Language;
  readonly workspace: Workspace;
  /** The person's home directory, absolute; undefined if it isn't known. */
  readonly home: string | undefined;
  /** The session's snapshot of tools, in the registry's order: what was declared is what runs. */
  readonly tools: readonly RegisteredTool[];
  /** The live grants of this session, including stored ones and those that sub-agents were given by their names. */
  readonly grants: readonly Grant[];
  /** The items of the last todo list that a call of this session displayed; children have their own. */
  readonly todos: readonly TodoItem[];
  /** The labels of the text in the context of this session and its sub-agents; undefined if it has none. */
  readonly labels: Labels | undefined;
  /** The current turn, one for each request of the person, counted from 1. A turn can be undone as a whole. */
  readonly turn: number;
  /**
   * Hides known secrets in a text that a model is given beside results, such as a file's content, and adds the label
   * `secret` if there were any. With `isHidden`, no label is added, and the text's placeholders are genuine: it was
   * redacted before, a model wrote it, or only a person sees it.
   */
  redact(text: string, options?: { readonly isHidden?: boolean }): string;
  /** Hides known secrets in a text that a model writes, piece by piece. Holds back an end where one may begin. */
  redactModelStream(): RedactingStream;
  /**
   * Stores a text as long outputs are stored, with its secrets hidden, so that calls of this session and later ones
   * can read it. The text's placeholders are genuine. Never rejects.
   */
  storeText(text: string): Promise<StoredOutput>;
  /** Begins a turn, to which all further calls belong. Returns its number. */
  beginTurn(): number;
  /**
   * Makes this the session of an agent with these sub-agents: declares the tools that only an agent needs, and takes
   * a new snapshot of the registry.
   */
  attachAgent(agents: Agents): Promise<void>;
  /** Takes a new snapshot of the registry. Only this and `attachAgent` change what `declare` declares. */
  refresh(): Promise<void>;
  /** Why a tool of the registry isn't in the session; undefined if it is, or if it doesn't exist. */
  whyNotAvailable(name: string): string | undefined;
  /** The declared tools, in the order of `declare`: the same list until it changes. */
  readonly shownTools: readonly RegisteredTool[];
  /**
   * Declares the tools in a vendor's format. The declaration stays the same until `refresh` finds other tools,
   * so that a cached prompt stays valid. Deferred tools aren't declared: a search finds them, and they are
   * called through the forwarding tool or by their own name.
   */
  declare<Name extends Dialect>(dialect: Name): SessionDeclaration<Name>;
  call(call: ToolCall, options?: CallOptions): Invocation;
  /** Whether a call of this session has had the id. Another one with it is refused. */
  hasCall(id: string): boolean;
  /** Runs the calls of one model step. Returns outcomes in the order of the calls. */
  callAll(calls: readonly ToolCall[]): Promise<readonly Outcome[]>;
  /**
   * Decides a call without asking anybody and without running it. The effects are exact if the call's
   * reads need no approval, otherwise the claimed upper bound.
   */
  explain(call: ToolCall): Promise<Explanation>;
  /** Ends one call, or all, but lets the commands that they started continue; see `Invocation`. */
  moveToBackground(callId?: string): void;
  /** Cancels one call, or all running calls. */
  cancel(callId?: string, reason?: string): void;
  /**
   * A session that was opened in plan mode declares only tools of kinds that plan mode may allow. The first time
   * that it leaves the mode, it declares all. No other change of the mode changes what it declares.
   */
  setMode(mode: Mode): void;
  /** Replaces the policy, for example after a change of settings. Open calls are decided again. */
  setPolicy(policy: Policy): void;
  /**
   * Reads grants that another process added or revoked. New grants answer open questions that they cover.
   *
   * Shapes: returns whether anything changed. Errors: errors of the grant store.
   */
  reloadGrants(): Promise<boolean>;
  /** Revokes a grant, here, in the sessions of sub-agents and in the store. False when the session doesn't hold it. */
  revokeGrant(id: string): Promise<boolean>;
  /**
   * Sends every event of every call of this session and its children, numbered in order. With `replay`,
   * events after a known one come first; the session keeps the latest, about 4 MiB. Returns a function that
   * ends the subscription.
   */
  subscribe(listener: (event: SessionEvent) => void, replay?: Replay): () => void;
  /**
   * Ends the stage that the session works in, and asks whether what was done in it is committed. The outcome is that
   * of a call of its own, so one undo reverts all. Undefined for a session without a stage. Called once, at the end.
   */
  endStage(): Promise<Outcome | undefined>;
  /** Cancels all calls, waits for their end and frees everything. */
  close(): Promise<void>;
}
