import type { Effect } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import type { Language } from "../language/language.ts";
import { textBytesOf } from "../output/budget.ts";
import type { Agents } from "../ports/agents.ts";
import type { Environment } from "../ports/environment.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { Memory } from "../ports/memory.ts";
import type { ProcessHost } from "../ports/process-host.ts";
import type { ProgramLimits, Programs } from "../ports/programs.ts";
import type { LanguageServerAccess } from "../ports/language-servers.ts";
import type { AnalysisStore } from "../ports/analysis-store.ts";
import type { OutputKeeper } from "../ports/output-store.ts";
import type { Skills } from "../ports/skills.ts";
import type { SandboxState } from "../ports/sandbox-factory.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { ResolvedPath, WorkspaceAccess } from "../ports/workspace.ts";
import { describeNeed } from "../session/needs.ts";
import type { ChildSessionOptions, Session } from "../session/session.ts";
import type {
  AgentFacts,
  CallableTools,
  CallFacts,
  DeferredTools,
  PrepareContext,
  ToolContext,
} from "../tool/context.ts";
import { askPolicy, readFilter } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { type CallWeb, webOf, webSearchOf } from "./call-web.ts";
import { elicit } from "./elicit.ts";
import { budgetOf } from "./fit-to-budget.ts";
import type { InvocationUpdate } from "./event.ts";
import type { Invocation, LogLevel, ToolCall } from "./invocation.ts";
import { saveOutput } from "./keep-output.ts";
import { languageServersOf } from "./language-servers.ts";
import { permitFor } from "./permit.ts";
import { sendUpdate } from "./send-update.ts";
import type { Claimed, Resolved, Running } from "./stages.ts";
import { profileOf } from "./profile-of.ts";
import { requestEffects } from "./request-effects.ts";

export function callFacts(call: Call): CallFacts {
  const { id: sessionId, agent, home, programs, webSearch } = call.session;
  const parentCallId = call.parent?.callId;
  return {
    sessionId,
    callId: call.callId,
    parentCallId,
    turn: call.turn,
    agent,
    home,
    programLimits: programs?.limits,
    webSearch,
  };
}

/** The context of `prepare`: it can read only what the call claims to read or replace. */
export function createPrepareContext(claimed: Claimed): PrepareContext {
  const { registered, claims } = claimed;
  const visible = claims.filter(
    ({ type }) =>
      (type === "run" && registered.tool.preparesByRunning === true) ||
      (type !== "run" && registered.tool.preparesWithoutReading !== true),
  );
  return new PreparingContext(claimed, () => visible);
}

/** The context of `execute`: it can do what was decided and what was allowed since. */
export function createToolContext(running: Running): ToolContext {
  return new RunningContext(running);
}

/**
 * A call's access to the world. It has getters because most calls use one or two of its parts. It is void
 * once the call is over, so a tool that continues in the background can't touch anything.
 */
class PreparingContext implements PrepareContext {
  readonly #stage: Resolved;
  readonly #call: Call;
  readonly #effects: () => readonly Effect[];
  #workspace: WorkspaceAccess | null = null;
  #languageServers: LanguageServerAccess | undefined;

  constructor(stage: Resolved, effects: () => readonly Effect[]) {
    this.#stage = stage;
    this.#call = stage.call;
    this.#effects = effects;
  }

  get sessionId(): string {
    return this.#call.session.id;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get parentCallId(): string | undefined {
    return this.#call.parent?.callId;
  }

  get turn(): number {
    return this.#call.turn;
  }

  get agent(): AgentFacts {
    return this.#call.session.agent;
  }

  get home(): string | undefined {
    return this.#call.session.home;
  }

  get programLimits(): ProgramLimits | undefined {
    return this.#call.session.programs?.limits;
  }

  get webSearch(): CallFacts["webSearch"] {
    return this.#call.session.webSearch;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get environment(): Environment {
    return this.#call.session.environment;
  }

  get host(): PrepareContext["host"] {
    return this.#call.session.host;
  }

  // Nothing is fetched before the decision.
  get web(): CallWeb {
    return webOf(this.#call, () => []);
  }

  get language(): Language {
    return this.#call.session.language;
  }

  get memory(): Memory | undefined {
    return this.#call.session.memory;
  }

  get skills(): Skills | undefined {
    return this.#call.session.skills;
  }

  get workspace(): WorkspaceAccess {
    const isReadable = (path: ResolvedPath): boolean => isReadableUnasked(this.#stage, path);
    this.#workspace ??= this.#call.session.workspaceSession.openCall({
      permit: permitFor(this.#effects, isReadable),
      isReadable,
      readFilter: () => readFilter(this.#stage),
      isRevoked: () => this.#call.isOver,
    });
    return this.#workspace;
  }

  readonly redact = (text: string): string => this.#call.session.redactor?.redact(text) ?? text;
  get languageServers(): LanguageServerAccess | undefined {
    this.#languageServers ??= languageServersOf(this.#stage, this.#effects, () => this.workspace);
    return this.#languageServers;
  }

  readonly secretAround: ToolContext["secretAround"] = (text, at) =>
    this.#call.session.redactor?.secretSpanAt?.(text, at) ?? null;
}

class RunningContext extends PreparingContext implements ToolContext {
  readonly #running: Running;
  readonly #call: Call;
  #processes: ProcessHost | null = null;

  constructor(running: Running) {
    super(running, () => running.effects);
    this.#running = running;
    this.#call = running.call;
  }

  override get web(): CallWeb {
    return webOf(this.#call, () => this.#running.effects);
  }

  override get webSearch(): WebSearch {
    return webSearchOf(this.#call, () => this.#running.effects);
  }

  get processes(): ProcessHost {
    this.#processes ??= processesOf(this.#call);
    return this.#processes;
  }

  get programs(): Programs | undefined {
    this.#throwIfOver();
    return this.#call.session.programs;
  }

  get jobs(): Jobs | undefined {
    this.#throwIfOver();
    return this.#call.session.jobs;
  }

  get agents(): Agents | undefined {
    this.#throwIfOver();
    return this.#call.session.agents;
  }

  get analyses(): AnalysisStore | undefined {
    this.#throwIfOver();
    return this.#call.session.analyses;
  }

  get deferredTools(): DeferredTools {
    this.#throwIfOver();
    return this.#call.session.deferredTools;
  }

  get callableTools(): CallableTools {
    this.#throwIfOver();
    return this.#call.session.callableTools;
  }

  get askModel(): ToolContext["askModel"] {
    this.#throwIfOver();
    const { host, redactor } = this.#call.session;
    if (host.askModel === undefined) return undefined;
    return async (prompt) => {
      const redacted = redactor?.redact(prompt) ?? prompt;
      return (await host.askModel?.({ prompt: redacted, signal: this.signal })) ?? "";
    };
  }

  get logLevel(): LogLevel | undefined {
    return this.#call.logLevel;
  }

  get backgroundSignal(): AbortSignal {
    return this.#call.backgroundSignal;
  }

  get maxOutputBytes(): number {
    return textBytesOf(budgetOf(this.#call));
  }

  // Own functions, because tools destructure their context: `execute(input, { update })`.
  readonly update = (update: InvocationUpdate): void => {
    sendUpdate(this.#running, sound(update));
  };

  readonly saveOutput = (): OutputKeeper | undefined => {
    this.#throwIfOver();
    return saveOutput(this.#call);
  };

  readonly sandbox = async (): Promise<SandboxProfile | null> => {
    this.#throwIfOver();
    return profileOf(this.#running);
  };

  readonly sandboxState = async (): Promise<SandboxState | null> => {
    this.#throwIfOver();
    return (await this.#call.session.sandboxFactory?.state?.()) ?? null;
  };

  readonly requestEffects = (
    effects: readonly Effect[],
    summary: string,
  ): Promise<string | null> => {
    this.#throwIfOver();
    return requestEffects(this.#running, effects, summary);
  };

  readonly elicit: ToolContext["elicit"] = (request, signal) => {
    this.#throwIfOver();
    return elicit(this.#running, request, signal);
  };

  readonly call = (call: ToolCall): Invocation => {
    this.#throwIfOver();
    const reason = this.#call.session.agents?.takeCall?.() ?? null;
    if (reason !== null) throw new ToolError("cancelled", reason);
    const child = this.#call.session.startCall(call, this.#call);
    this.#call.adopt(child);
    return child;
  };

  readonly openChildSession = async (options: ChildSessionOptions): Promise<Session> => {
    this.#throwIfOver();
    return this.#call.session.openChildSession(options, this.#call);
  };

  #throwIfOver(): void {
    if (this.#call.isOver) throw overError();
  }
}

function overError(): ToolError {
  return new ToolError("cancelled", "The call is over: its context can no longer be used.");
}

/** A process host whose processes end with the call. */
function processesOf(call: Call): ProcessHost {
  const { processes } = call.session;
  if (processes === undefined) {
    throw new ToolError("tool-not-available", describeNeed(call.name, "processes"));
  }
  return {
    start(request) {
      if (call.isOver) return Promise.reject(overError());
      return processes.start({ ...request, signal: request.signal ?? call.signal });
    },
    close: () => Promise.resolve(),
  };
}

export function isReadableUnasked(stage: Resolved, path: ResolvedPath): boolean {
  const effect: Effect = {
    type: "read",
    path: path.path,
    realPath: path.realPath,
    ...(path.root === null && { isOutside: true }),
    ...(path.storedOutput !== undefined && { storedOutput: path.storedOutput }),
  };
  return askPolicy(stage, [effect]).decision === "allow";
}

/** Keeps only the valid fields of an update, because a tool may send anything. */
function sound(update: InvocationUpdate): InvocationUpdate {
  const { title, output, log, metadata } = update ?? {};
  return {
    ...(typeof title === "string" && { title }),
    ...(typeof output === "string" && { output }),
    ...(typeof log === "object" && log !== null && { log }),
    ...(typeof metadata === "object" && metadata !== null && { metadata }),
  };
}
