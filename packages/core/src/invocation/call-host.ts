import type { Grant } from "../approval/grant.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { OutputBudget } from "../output/budget.ts";
import type { Policy, ProofStep } from "../policy/policy.ts";
import type { SandboxFactory } from "../ports/sandbox-factory.ts";
import type { Environment } from "../ports/environment.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { Shown, ShownApprovals, ShownRecords } from "./outlet.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Snapshots } from "../ports/snapshots.ts";
import type { OutputStore } from "../ports/output-store.ts";
import type { Workspace, WorkspaceSession } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { ChildSessionOptions, Session } from "../session/session.ts";
import type { AgentFacts, DeferredTools, HostCapabilities } from "../tool/context.ts";
import type { Call } from "./call.ts";
import type { InvocationEvent } from "./event.ts";
import type { Invocation, ToolCall } from "./invocation.ts";
import type { CallAliases } from "./meant-call.ts";

/** What the stages of a call use of the session that it belongs to. */
export interface CallHost {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly home: string | undefined;
  /** Of the session: what the person asked for last, counted from 1. */
  readonly turn: number;
  /** As it is now: the mode may change while a call waits. */
  readonly policy: Policy;
  readonly grants: readonly Grant[];
  readonly approvals: ShownApprovals;
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
  readonly processes: ProcessHost | undefined;
  readonly jobs: Jobs | undefined;
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly environment: Environment;
  readonly host: HostCapabilities;
  readonly hooks: Hooks;
  readonly budget: OutputBudget | undefined;
  readonly redactor: Redactor | undefined;
  readonly outputStore: OutputStore | undefined;
  readonly journal: ShownRecords | undefined;
  readonly snapshots: Snapshots | undefined;
  readonly remedy: (step: ProofStep) => string | null;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  find(name: string): RegisteredTool | undefined;
  readonly tools: readonly RegisteredTool[];
  readonly aliases: CallAliases | undefined;
  readonly deferredTools: DeferredTools;
  /** Why a tool that exists isn't in this session's set; undefined when it doesn't exist. */
  whyNotAvailable(name: string): string | undefined;
  addGrants(grants: readonly Grant[], isLasting: boolean): Promise<void>;
  /** Takes one use of each. False when one is gone: then a decision that rests on it is void. */
  useGrants(ids: readonly string[]): Promise<boolean>;
  /** Called when a grant or the policy changed. Returns the way to stop. */
  onPolicyChange(listener: () => void): () => void;
  startCall(call: ToolCall, parent: Call): Invocation;
  openChildSession(options: ChildSessionOptions, parent: Call): Promise<Session>;
  emit(event: Shown<InvocationEvent>): void;
  ended(call: Call): void;
}
