import type { Grant } from "../approval/grant.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { OutputBudget } from "../output/budget.ts";
import type { Language } from "../language/language.ts";
import type { Policy, ProofStep } from "../policy/policy.ts";
import type { SandboxFactory } from "../ports/sandbox-factory.ts";
import type { Environment } from "../ports/environment.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { Agents } from "../ports/agents.ts";
import type { Memory } from "../ports/memory.ts";
import type { LanguageServers } from "../ports/language-servers.ts";
import type { Programs } from "../ports/programs.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { Shown, ShownApprovals, ShownRecords } from "./outlet.ts";
import type { Labels } from "../ports/labels.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Skills } from "../ports/skills.ts";
import type { Snapshots } from "../ports/snapshots.ts";
import type { AnalysisStore } from "../ports/analysis-store.ts";
import type { OutputStore } from "../ports/output-store.ts";
import type { Stages } from "../ports/stages.ts";
import type { Web } from "../ports/web.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { Workspace, WorkspaceSession } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { ChildSessionOptions, Session } from "../session/session.ts";
import type {
  AgentFacts,
  CallableTools,
  DeferredTools,
  HostCapabilities,
} from "../tool/context.ts";
import type { Call } from "./call.ts";
import type { InvocationEvent } from "./event.ts";
import type { Invocation, ToolCall } from "./invocation.ts";
import type { CallAliases } from "./meant-call.ts";
import type { CallStage } from "./staged/call-stage.ts";

/** The parts of a session that the stages of its calls use. */
export interface CallHost {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly home: string | undefined;
  /** The call that started the session's agent; null in a session of its own. */
  readonly startedBy: Call | null;
  /** The session's turn, one for each request of the person, counted from 1. */
  readonly turn: number;
  /** The current policy: the mode may change while a call waits. */
  readonly policy: Policy;
  readonly grants: readonly Grant[];
  readonly approvals: ShownApprovals;
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
  readonly processes: ProcessHost | undefined;
  readonly jobs: Jobs | undefined;
  readonly web: Web | undefined;
  readonly memory: Memory | undefined;
  readonly webSearch: WebSearch | undefined;
  readonly programs: Programs | undefined;
  readonly skills: Skills | undefined;
  readonly agents: Agents | undefined;
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly languageServers: LanguageServers | undefined;
  readonly environment: Environment;
  readonly host: HostCapabilities;
  readonly hooks: Hooks;
  readonly budget: OutputBudget | undefined;
  readonly redactor: Redactor | undefined;
  readonly language: Language;
  readonly outputStore: OutputStore | undefined;
  readonly analyses: AnalysisStore | undefined;
  readonly journal: ShownRecords | undefined;
  readonly snapshots: Snapshots | undefined;
  /** Absent: the session can't make stages. */
  readonly stages: Stages | undefined;
  /** The stage in which all its calls work. */
  readonly stage: CallStage | undefined;
  /** Absent: nobody asks where text came from. */
  readonly labels: Labels | undefined;
  readonly remedy: (step: ProofStep) => string | null;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  find(name: string): RegisteredTool | undefined;
  readonly tools: readonly RegisteredTool[];
  readonly aliases: CallAliases | undefined;
  readonly deferredTools: DeferredTools;
  readonly callableTools: CallableTools;
  /** Why an existing tool isn't in this session's set; undefined when the tool doesn't exist. */
  whyNotAvailable(name: string): string | undefined;
  addGrants(grants: readonly Grant[], isLasting: boolean): Promise<void>;
  /** Uses each grant once. False when one is gone; a decision that relies on it is then void. */
  useGrants(ids: readonly string[]): Promise<boolean>;
  /** Calls the listener when grants or the policy change. Returns a function that removes it. */
  onPolicyChange(listener: () => void): () => void;
  startCall(call: ToolCall, parent: Call): Invocation;
  openChildSession(options: ChildSessionOptions, parent: Call): Promise<Session>;
  emit(event: Shown<InvocationEvent>): void;
  ended(call: Call): void;
}
