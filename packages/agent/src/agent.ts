import type { ContentPart, HostCapabilities, Session, SessionEvent } from "@toolwright/core";
import { AgentRun, RunCancelled } from "./agent-run.ts";
import { askModel } from "./ask-model.ts";
import { Conversation } from "./conversation.ts";
import type { AgentBudgets, AgentEvent, AgentEventBody, AgentResult, RunStatus } from "./events.ts";
import { EventStream } from "./event-stream.ts";
import type { Message } from "./model/message.ts";
import type { Model, ModelTool } from "./model/model.ts";
import type { RetryOptions } from "./retry.ts";
import { Spending } from "./spending.ts";
import { Turn } from "./turn.ts";
import { WorkTimer } from "./work-timer.ts";

export interface AgentOptions {
  /** Whose tools, policy and journal the agent uses. It stays open when the agent is done. */
  readonly session: Session;
  readonly model: Model;
  /** The system prompt. */
  readonly system: string;
  /** The limits of each run. */
  readonly budgets?: AgentBudgets;
  readonly retry?: RetryOptions;
}

export interface RunOptions {
  /** Cancels the run. */
  readonly signal?: AbortSignal;
}

/** A model that works with the tools of a session. Its runs are turns of one conversation. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #conversation = new Conversation();
  #tools: readonly ModelTool[] | null = null;
  #running: AgentRun | null = null;
  #spending: Spending | null = null;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  /**
   * Answers the prompts of tools, as the session's host. The current run pays for it.
   *
   * Errors: ModelError; the signal's reason.
   */
  readonly askModel: NonNullable<HostCapabilities["askModel"]> = async (request) => {
    const { answer, usage } = await askModel(this.#options.model, request);
    this.#spending?.addUsage(usage);
    return answer;
  };

  /**
   * Begins to work on a task.
   *
   * Errors: Error while another run works; `steer` it instead.
   */
  run(task: string | readonly ContentPart[], options: RunOptions = {}): AgentRun {
    if (this.#running !== null) throw new Error("The agent is running. Use `steer` of its run.");
    const events = new EventStream<AgentEvent>();
    const steering: string[] = [];
    const abort = new AbortController();
    const result = this.#work(task, options, { events, steering, abort });
    const run = new AgentRun(result, events, steering, abort);
    this.#running = run;
    return run;
  }

  async #work(
    task: string | readonly ContentPart[],
    options: RunOptions,
    { events, steering, abort }: Wiring,
  ): Promise<AgentResult> {
    const { session, model, budgets = {}, retry } = this.#options;
    const emit = this.#emitter(events);
    const timer = new WorkTimer(budgets.maxDurationMs, () =>
      abort.abort(new RunCancelled("The run has used its budget of working time.", "failed")),
    );
    const onAbort = () => abort.abort(new RunCancelled("The person cancelled the run."));
    if (options.signal?.aborted === true) onAbort();
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const unsubscribe = session.subscribe((event) => forward(event, emit, timer));
    const spending = new Spending(budgets, model.price, () => timer.workedMs);
    this.#spending = spending;
    const number = session.beginTurn();
    const turn = new Turn({
      ...this.#options,
      tools: (this.#tools ??= toolsOf(session)),
      conversation: this.#conversation,
      spending,
      retry,
      number,
      signal: abort.signal,
      emit,
      takeSteering: () => steering.splice(0),
    });
    emit({ type: "session-start", model: model.id, turn: number });
    this.#conversation.addUser(task);
    const end = await turn.run().catch((thrown: unknown) => endOf(thrown, abort.signal));
    timer.stop();
    unsubscribe();
    options.signal?.removeEventListener("abort", onAbort);
    const { usage, costUsd } = spending;
    const result = { ...end, text: turn.text, usage, ...(costUsd !== undefined && { costUsd }) };
    this.#running = null;
    this.#spending = null;
    emit({ type: "session-end", ...result });
    events.close();
    return result;
  }

  #emitter(events: EventStream<AgentEvent>): (event: AgentEventBody) => void {
    const { id: sessionId, agent } = this.#options.session;
    let seq = 0;
    return (event) => {
      seq += 1;
      events.push({ ...event, v: 1, seq, sessionId, agent: agent.name });
    };
  }
}

interface Wiring {
  readonly events: EventStream<AgentEvent>;
  readonly steering: string[];
  readonly abort: AbortController;
}

/** In the form that all vendors take: the adapters only rename the fields. */
function toolsOf(session: Session): readonly ModelTool[] {
  return session.declare("anthropic").map(({ name, description, input_schema: inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
}

/** Tells an event of a call, and what follows from it. */
function forward(event: SessionEvent, emit: (event: AgentEventBody) => void, timer: WorkTimer) {
  emit(event);
  if (event.type === "approval-requested") timer.askPerson();
  if (event.type === "approval-answered") timer.personAnswered();
  if (event.type !== "invocation-end") return;
  const { display } = event.outcome;
  if (display?.type === "todos") emit({ type: "todos-update", items: display.items });
}

function endOf(
  thrown: unknown,
  signal: AbortSignal,
): { readonly status: RunStatus; readonly reason: string } {
  const cause: unknown = signal.aborted ? signal.reason : thrown;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { status: cause instanceof RunCancelled ? cause.status : "failed", reason };
}
