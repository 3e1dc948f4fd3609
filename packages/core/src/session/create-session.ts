import { createApprovalQueue } from "../approval/approval-queue.ts";
import type { Grant } from "../approval/grant.ts";
import { declareSession, type Dialect, type SessionDeclaration } from "../declaration/declare.ts";
import { withoutSecrets } from "../declaration/without-secrets.ts";
import { ConfigurationError } from "../errors.ts";
import { Call } from "../invocation/call.ts";
import type { CallHost } from "../invocation/call-host.ts";
import type { InvocationEvent } from "../invocation/event.ts";
import { explainCall } from "../invocation/explain.ts";
import type { CallOptions, Invocation, ToolCall } from "../invocation/invocation.ts";
import { invoke } from "../invocation/pipeline.ts";
import { redactDeep, redactModelText } from "../invocation/redact.ts";
import { redactingStream } from "../invocation/redacting-stream.ts";
import { optionsInStage } from "../invocation/staged/call-stage.ts";
import { endSessionStage, sessionStage } from "../invocation/staged/end-session-stage.ts";
import type { Outcome } from "../invocation/outcome.ts";
import { compileTool } from "../registry/compile-tool.ts";
import type { TodoItem } from "../output/content.ts";
import { english } from "../language/language.ts";
import type { Policy } from "../policy/policy.ts";
import type { Agents } from "../ports/agents.ts";
import type { Environment } from "../ports/environment.ts";
import type { StoredOutput } from "../ports/output-store.ts";
import type { RedactingStream } from "../ports/redactor.ts";
import type { WorkspaceSession } from "../ports/workspace.ts";
import { madeOfShown, type Shown } from "../invocation/outlet.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import { createScheduler, type Scheduler, type Ticket } from "../scheduler/scheduler.ts";
import type { AgentFacts } from "../tool/context.ts";
import { CallIds } from "./call-ids.ts";
import { type Ancestry, childId, childOptions } from "./child-session.ts";
import { HeldGrants } from "./held-grants.ts";
import type { ChildSessionOptions, Session, SessionOptions } from "./session.ts";
import { type Replay, SessionEvents, type SessionListener } from "./session-events.ts";
import { SessionPolicy } from "./session-policy.ts";
import { SessionTools } from "./session-tools.ts";
import { toolSetSource } from "./tool-set.ts";

const noEnvironment: Environment = { names: () => [], get: () => undefined };
const mainAgent: AgentFacts = { name: "main", depth: 0 };

/**
 * Opens a session: takes a snapshot of the registry, initializes tools and reads the stored grants.
 *
 * Errors: errors of the grant store.
 */
export async function createSession(options: SessionOptions): Promise<Session> {
  const { stage } = options;
  return openSession(stage === undefined ? options : optionsInStage(options, stage), null);
}

async function openSession(options: SessionOptions, ancestry: Ancestry | null): Promise<Session> {
  const id = options.id ?? `session-${globalThis.crypto.randomUUID()}`;
  const agent = options.agent ?? mainAgent;
  const scope = agent.depth === 0 ? "main" : "sub";
  const state = {
    isPlanning: options.policy.mode === "plan",
    agents: options.agents,
    declaresAgentTools: options.declareAgentTools ?? false,
  };
  const context = { sessionId: id, agent, scope } as const;
  const source = toolSetSource(options, state, context);
  const stored = (await options.grants?.list()) ?? [];
  const tools = new SessionTools({ source, state, first: await source.take(), rank: options.rank });
  return new RunningSession(options, ancestry, { id, agent, scope, tools, stored });
}

interface Opening {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly scope: "main" | "sub";
  readonly tools: SessionTools;
  readonly stored: readonly Grant[];
}

class RunningSession implements Session, CallHost {
  readonly id: string;
  readonly agent: AgentFacts;
  readonly scope: "main" | "sub";
  readonly approvals: CallHost["approvals"];
  readonly workspace: CallHost["workspace"];
  readonly workspaceSession: WorkspaceSession;
  readonly processes: CallHost["processes"];
  readonly jobs: CallHost["jobs"];
  readonly web: CallHost["web"];
  readonly memory: CallHost["memory"];
  readonly webSearch: CallHost["webSearch"];
  readonly programs: CallHost["programs"];
  readonly skills: CallHost["skills"];
  readonly sandboxFactory: CallHost["sandboxFactory"];
  readonly languageServers: CallHost["languageServers"];
  readonly environment: Environment;
  readonly home: string | undefined;
  readonly host: CallHost["host"];
  readonly hooks: CallHost["hooks"];
  readonly budget: CallHost["budget"];
  readonly redactor: CallHost["redactor"];
  readonly language: CallHost["language"];
  readonly outputStore: CallHost["outputStore"];
  readonly analyses: CallHost["analyses"];
  readonly journal: CallHost["journal"];
  readonly snapshots: CallHost["snapshots"];
  readonly stages: CallHost["stages"];
  readonly stage: CallHost["stage"];
  readonly labels: CallHost["labels"];
  readonly aliases: CallHost["aliases"];
  readonly deferredTools: CallHost["deferredTools"];
  readonly callableTools: CallHost["callableTools"];
  readonly remedy: CallHost["remedy"];

  readonly #options: SessionOptions;
  readonly #ancestry: Ancestry | null;
  readonly #tools: SessionTools;
  readonly #scheduler: Scheduler;
  readonly #ids: CallIds;
  readonly #running = new Map<string, Call>();
  readonly #children = new Set<Session>();
  readonly #events = new SessionEvents();
  readonly #policy: SessionPolicy;
  #todos: readonly TodoItem[] = [];
  #isClosed = false;
  #turn: number;
  #hasCallsInTurn: boolean;

  constructor(options: SessionOptions, ancestry: Ancestry | null, opening: Opening) {
    this.#options = options;
    this.#ancestry = ancestry;
    this.#tools = opening.tools;
    this.#scheduler = ancestry?.scheduler ?? createScheduler();
    const { earlierTurns = 0 } = options;
    this.#ids = new CallIds(earlierTurns);
    this.#turn = Math.max(1, earlierTurns);
    // Earlier turns may have had calls.
    this.#hasCallsInTurn = earlierTurns > 0;
    this.#policy = new SessionPolicy({
      policy: options.policy,
      grants: new HeldGrants(opening.stored, options.grants),
      ancestry,
      now: () => this.now(),
    });
    this.id = opening.id;
    this.agent = opening.agent;
    this.scope = opening.scope;
    this.approvals = options.approvals ?? createApprovalQueue();
    this.workspace = options.workspace;
    this.workspaceSession = options.workspace.openSession(opening.id);
    this.processes = options.processes;
    this.jobs = options.jobs;
    this.web = options.web;
    this.memory = options.memory;
    this.webSearch = options.webSearch;
    this.programs = options.programs;
    this.skills = options.skills;
    this.sandboxFactory = options.sandboxFactory;
    this.languageServers = options.languageServers;
    this.environment = options.environment ?? noEnvironment;
    this.home = options.home ?? this.environment.get("HOME");
    this.host = options.host ?? {};
    this.hooks = options.hooks ?? {};
    this.budget = options.budget;
    this.redactor = options.redactor;
    this.language = options.language ?? english;
    this.outputStore = options.outputStore;
    this.analyses = options.analyses;
    this.journal = options.journal;
    this.remedy = options.remedy ?? (() => null);
    this.snapshots = options.snapshots;
    this.stages = options.stages;
    this.stage = ancestry?.stage ?? (options.stage && { stage: options.stage, declared: [] });
    this.labels = options.labels;
    this.aliases = options.aliases;
    this.deferredTools = opening.tools.deferred;
    this.callableTools = opening.tools.callable;
  }

  get policy(): Policy {
    return this.#policy.policy;
  }

  get startedBy(): Call | null {
    return this.#ancestry?.call ?? null;
  }

  get agents(): CallHost["agents"] {
    return this.#tools.agents;
  }

  attachAgent(agents: Agents): Promise<void> {
    return this.#tools.attachAgent(agents);
  }

  get turn(): number {
    return this.#ancestry?.parent.turn ?? this.#turn;
  }

  redact(text: string, { isHidden = false }: { readonly isHidden?: boolean } = {}): string {
    if (isHidden) return redactModelText(text, this.redactor);
    const { labels } = this;
    return redactDeep(text, this.redactor, () => {
      labels?.add({ label: "secret", callId: null, tool: "a message or an instruction" });
    });
  }

  redactModelStream(): RedactingStream {
    const { redactor } = this;
    return redactor === undefined
      ? { push: (text) => text, end: () => "" }
      : redactingStream(redactor, { isHidden: true });
  }

  async storeText(text: string): Promise<StoredOutput> {
    const { outputStore, redactor, id: sessionId } = this;
    if (outputStore === undefined) return { handle: null, reason: "this session stores none." };
    try {
      const hidden = redactModelText(text, redactor);
      const stored = await outputStore.keep(hidden, { sessionId, callId: "conversation" });
      // It may be made of anything that was said.
      if (stored.handle !== null) {
        this.labels?.noteOutput(stored.handle, [...this.labels.context.keys()]);
      }
      return stored;
    } catch {
      return { handle: null, reason: "its secrets could not be redacted." };
    }
  }

  beginTurn(): number {
    // A turn without calls gets no number.
    if (this.#hasCallsInTurn) this.#turn += 1;
    this.#hasCallsInTurn = false;
    return this.turn;
  }

  get tools(): readonly RegisteredTool[] {
    return this.#tools.all;
  }

  get grants(): readonly Grant[] {
    return this.#policy.grants;
  }

  now(): number {
    return this.#options.now?.() ?? performance.timeOrigin + performance.now();
  }

  find(name: string): RegisteredTool | undefined {
    return this.#tools.find(name);
  }

  whyNotAvailable(name: string): string | undefined {
    return this.#tools.whyNotAvailable(name);
  }

  refresh(): Promise<void> {
    return this.#tools.refresh();
  }

  get shownTools(): readonly RegisteredTool[] {
    return this.#tools.shown;
  }

  declare<Name extends Dialect>(dialect: Name): SessionDeclaration<Name> {
    const tools = this.shownTools.map(({ declarable }) =>
      withoutSecrets(declarable, this.redactor),
    );
    return declareSession(tools, dialect, (call) => this.call(this.#withOwnId(call)));
  }

  /** Some models number their calls anew in each answer, and the AI SDK passes that on. */
  #withOwnId({ id, name, input }: ToolCall): ToolCall {
    return id === undefined || this.hasCall(id) ? { name, input } : { id, name, input };
  }

  hasCall(id: string): boolean {
    return this.#ids.has(id);
  }

  call(call: ToolCall, options?: CallOptions): Invocation {
    return this.#start(call, null, this.startedBy?.ticket, options);
  }

  startCall(call: ToolCall, parent: Call): Invocation {
    return this.#start(call, parent, parent.ticket);
  }

  async callAll(calls: readonly ToolCall[]): Promise<Awaited<ReturnType<Session["callAll"]>>> {
    return Promise.all(calls.map((call) => this.call(call).outcome));
  }

  explain(call: ToolCall): ReturnType<Session["explain"]> {
    this.#throwIfClosed();
    const ticket = this.#scheduler.reserve(this.startedBy?.ticket);
    return explainCall(new Call(this, { ...call, id: call.id ?? this.#ids.make() }, ticket, null));
  }

  #start(
    call: ToolCall,
    parent: Call | null,
    ancestor: Ticket | undefined,
    options?: CallOptions,
  ): Invocation {
    this.#throwIfClosed();
    const isNamed = call.id !== undefined;
    const id = isNamed ? String(call.id) : this.#ids.make();
    const ticket = this.#scheduler.reserve(ancestor);
    const { name, input } = call;
    this.#hasCallsInTurn = true;
    const isRepeated = isNamed && !this.#ids.claim(id);
    const how = this.#stagesAll() ? { stage: true, ...options } : options;
    const started = new Call(this, { id, name, input, isRepeated }, ticket, parent, how);
    // A call with a repeated id must not replace the first call with that id.
    if (!isRepeated) this.#running.set(id, started);
    return started.begin(invoke);
  }

  #stagesAll(): boolean {
    return this.#options.stagedModes?.includes(this.policy.mode) ?? false;
  }

  ended(call: Call): void {
    if (this.#running.get(call.callId) === call) this.#running.delete(call.callId);
  }

  moveToBackground(callId?: string): void {
    for (const call of this.#running.values()) {
      if (callId === undefined || call.callId === callId) call.moveToBackground();
    }
    for (const child of this.#children) child.moveToBackground(callId);
  }

  cancel(callId?: string, reason?: string): void {
    if (callId !== undefined) {
      this.#running.get(callId)?.cancel(reason);
      for (const child of this.#children) child.cancel(callId, reason);
      return;
    }
    for (const call of this.#running.values()) call.cancel(reason);
    for (const child of this.#children) child.cancel(undefined, reason);
  }

  setMode(mode: Policy["mode"]): void {
    this.setPolicy(this.policy.withMode(mode));
  }

  setPolicy(policy: Policy): void {
    this.#policy.set(policy);
    this.#tools.followMode(policy.mode);
  }

  addGrants(grants: readonly Grant[], isLasting: boolean): Promise<void> {
    return this.#policy.add(grants, isLasting);
  }

  useGrants(ids: readonly string[]): Promise<boolean> {
    return this.#policy.use(ids);
  }

  reloadGrants(): Promise<boolean> {
    return this.#policy.reloadGrants();
  }

  revokeGrant(id: string): Promise<boolean> {
    return this.#policy.revoke(id);
  }

  onPolicyChange(listener: () => void): () => void {
    return this.#policy.onChange(listener);
  }

  async endStage(): Promise<Outcome | undefined> {
    const { stage } = this;
    if (stage === undefined || this.#ancestry !== null) return undefined;
    this.cancel(undefined, "The session's stage has ended.");
    await Promise.all(Array.from(this.#running.values(), (call) => call.outcome));
    const id = this.#ids.make();
    const ticket = this.#scheduler.reserve(undefined);
    const call = new Call(this, { id, name: sessionStage.name, input: {} }, ticket, null);
    const registered = await compileTool(sessionStage, "builtin");
    return call.begin(() => endSessionStage(call, registered, stage)).outcome;
  }

  async openChildSession(options: ChildSessionOptions, parent: Call): Promise<Session> {
    const { stage } = parent;
    const shared = {
      ...(stage === null ? this.#options : optionsInStage(this.#options, stage.stage)),
      declareAgentTools: this.#tools.declaresAgentTools,
    };
    parent.childSessions += 1;
    const id = childId(this, parent.callId, parent.childSessions);
    const child = await openSession(childOptions(shared, this, id, options), {
      scheduler: this.#scheduler,
      call: parent,
      parent: this,
      ...(stage !== null && { stage }),
    });
    this.#children.add(child);
    // The child has already redacted its secrets.
    child.subscribe((event) => this.emit(madeOfShown(event)));
    const stop = parent.onCancel(({ message }) => child.cancel(undefined, message));
    void parent.outcome.then(async () => {
      stop();
      this.#children.delete(child);
      await child.close();
    });
    return child;
  }

  subscribe(listener: SessionListener, replay?: Replay): () => void {
    return this.#events.subscribe(listener, replay);
  }

  get todos(): readonly TodoItem[] {
    return this.#todos;
  }

  emit(event: Shown<InvocationEvent>): void {
    if (event.type === "invocation-end" && event.sessionId === this.id) {
      const { display } = event.outcome;
      if (display?.type === "todos") this.#todos = display.items;
    }
    this.#events.emit(event);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const calls = [...this.#running.values()];
    this.cancel(undefined, "The session was closed.");
    await Promise.all([
      ...calls.map((call) => call.outcome),
      ...Array.from(this.#children, (child) => child.close()),
    ]);
    this.workspaceSession.close();
  }

  #throwIfClosed(): void {
    if (!this.#isClosed) return;
    throw new ConfigurationError("session-invalid", `The session '${this.id}' is closed.`);
  }
}
