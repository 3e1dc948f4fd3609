import type { SessionEvent, ToolSchema } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { AgentOptions } from "../agent.ts";
import type { Compactor } from "../compaction/compactor.ts";
import type { Conversation } from "../conversations/conversation.ts";
import type {
  AgentBudgets,
  AgentEvent,
  AgentEventBody,
  AgentResult,
  RunEnd,
} from "../events/events.ts";
import { EventStream } from "../events/event-stream.ts";
import { type HookState, RunHooks } from "../hooks/run-hooks.ts";
import { FinalOutput } from "../output/final-output.ts";
import type { PersonMessage } from "../prompt/person-message.ts";
import type { PromptNews } from "../prompt/prompt-news.ts";
import type { ModelTool, Usage } from "../model/model.ts";
import { Spending } from "../budgets/spending.ts";
import { endWhileWaiting, makeAnswered } from "./pending-approvals.ts";
import { Turn } from "./turn.ts";
import { WorkTimer } from "../budgets/work-timer.ts";

export interface RunParts extends Omit<AgentOptions, "note"> {
  readonly task: PersonMessage;
  readonly tools: readonly ModelTool[];
  readonly conversation: Conversation;
  readonly compactor: Compactor;
  readonly hookState: HookState;
  readonly news: PromptNews;
  readonly note: string | undefined;
  readonly outputSchema: ToolSchema<unknown> | undefined;
  readonly signal: AbortSignal | undefined;
  /** The run of the agent that gave the task: it pays, and shows the events among its own. */
  readonly parent: AgentRun | undefined;
  /** Receives every event at once, before its readers. */
  readonly onEvent: ((event: AgentEvent) => void) | undefined;
}

/**
 * A run of an agent. Iterate it for its events and await it for its result, in any order and any number of times. It
 * never rejects: a failure is a result with a reason.
 */
export class AgentRun<Output = unknown>
  implements AsyncIterable<AgentEvent>, PromiseLike<AgentResult<Output>>
{
  readonly result: Promise<AgentResult<Output>>;
  readonly #parts: RunParts;
  readonly #events = new EventStream<AgentEvent>();
  readonly #steering: PersonMessage[] = [];
  readonly #abort = new AbortController();
  readonly #timer: WorkTimer;
  readonly #spending: Spending;
  /** The sub-agents' names by their sessions. */
  readonly #children = new Map<string, string>();
  #seq = 0;

  constructor(parts: RunParts) {
    const { budgets = {}, model, parent } = parts;
    this.#parts = parts;
    this.#timer = new WorkTimer(budgets.maxDurationMs, () =>
      this.#abort.abort(new RunEnded("The run has used its budget of working time.", "failed")),
    );
    this.#spending = new Spending(budgets, {
      price: model.price,
      workedMs: () => this.#timer.workedMs,
      parent: parent === undefined ? undefined : parent.#spending,
    });
    const nothing = { text: "", output: undefined };
    this.result = this.#work().catch((thrown: unknown) =>
      this.#end(endOf(thrown, this.#abort.signal), nothing),
    );
  }

  /** Gives the model a message before its next step, while it works. */
  steer(message: PersonMessage): void {
    this.#steering.push(message);
  }

  /** Ends the run and its calls. The conversation stays complete, so that another run can go on. */
  cancel(reason = "The person cancelled the run."): void {
    this.#abort.abort(new RunEnded(reason, "cancelled"));
  }

  /** Shows an event of a sub-agent among this run's. */
  forward(event: Omit<AgentEvent, "seq"> & AgentEventBody): void {
    if (event.type === "agent-start") this.#children.set(event.childSessionId, event.child);
    this.#seq += 1;
    const numbered = { ...event, seq: this.#seq };
    this.#parts.onEvent?.(numbered);
    this.#events.push(numbered);
    if (!reachesParentOtherwise(event)) this.#parts.parent?.forward(event);
  }

  /** The rest of the working time. */
  timeLeft(): Pick<AgentBudgets, "maxDurationMs"> {
    return this.#spending.timeLeft();
  }

  /** Counts a call that a call makes. Returns why there is none left, or null. */
  takeCall(): string | null {
    if (this.#spending.takeCall()) return null;
    return this.#spending.exceeded() ?? "The run has used its budget of tool calls.";
  }

  /** Counts what the model has used beside the conversation. */
  addUsage(usage: Usage): void {
    this.#spending.addUsage(usage);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- A run is awaited like an invocation.
  then<Result = AgentResult<Output>, Failure = never>(
    onResult?: ((result: AgentResult<Output>) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): PromiseLike<Result | Failure> {
    return this.result.then(onResult, onFailure);
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async #work(): Promise<AgentResult<Output>> {
    const { session, model, hooks = {}, hookState: state, outputSchema } = this.#parts;
    const output = outputSchema && new FinalOutput(outputSchema);
    const stopListening = this.#listen();
    const number = session.beginTurn();
    this.#emit({ type: "session-start", model: model.id, turn: number });
    const { signal } = this.#abort;
    const emit = (event: AgentEventBody): void => this.#emit(event);
    const turn = new Turn({
      ...this.#parts,
      number,
      spending: this.#spending,
      signal,
      emit,
      output,
      hooks: new RunHooks({ hooks, session, turn: number, signal, emit, state }),
      takeSteering: () => this.#steering.splice(0),
      isFinished: this.#parts.isFinished ?? (() => false),
    });
    const end = await this.#converse(turn, number, output);
    stopListening();
    return this.#end(end, turn);
  }

  /** A conversation that can't be stored ends the run. */
  async #converse(turn: Turn, number: number, output: FinalOutput | undefined): Promise<RunEnd> {
    const { conversation } = this.#parts;
    const ended = (thrown: unknown): RunEnd => endOf(thrown, this.#abort.signal);
    const end = await this.#takeTurn(turn, number, output).catch(ended);
    try {
      const { status } = end;
      conversation.record({ type: "end", status, ...("reason" in end && { reason: end.reason }) });
      return end;
    } catch (thrown) {
      return end.status === "done" ? ended(thrown) : end;
    }
  }

  async #takeTurn(turn: Turn, number: number, output: FinalOutput | undefined): Promise<RunEnd> {
    const { session, model, conversation, note, pendingApprovals } = this.#parts;
    conversation.record({ type: "turn", turn: number, sessionId: session.id, model: model.id });
    if (note !== undefined) conversation.addNote(note);
    if (output !== undefined) conversation.addNote(await output.instruction());
    const tell = (told: string): void => conversation.addNote(told);
    await makeAnswered(pendingApprovals, session, { signal: this.#abort.signal, tell });
    return endWhileWaiting(await turn.run(), pendingApprovals);
  }

  #end(end: RunEnd, { text, output }: Pick<Turn, "text" | "output">): AgentResult<Output> {
    const { usage, costUsd } = this.#spending;
    // The schema has validated the output. Without a schema there is none.
    const result = {
      ...end,
      // A vendor's words may be among it.
      ...("reason" in end && { reason: this.#parts.session.redact(end.reason) }),
      text,
      ...(end.status === "done" && output !== undefined && { output }),
      usage,
      ...(costUsd !== undefined && { costUsd }),
    } as AgentResult<Output>;
    this.#emit({ type: "session-end", ...result });
    this.#events.close();
    return result;
  }

  /** Returns a function that ends it. */
  #listen(): () => void {
    const { session, signal } = this.#parts;
    const onAbort = (): void => this.cancel();
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const unsubscribe = session.subscribe((event) => this.#onSessionEvent(event));
    return () => {
      this.#timer.stop();
      unsubscribe();
      signal?.removeEventListener("abort", onAbort);
    };
  }

  /** An event of a call, also of a sub-agent's, and what follows from it. */
  #onSessionEvent({ seq: _, ...event }: SessionEvent): void {
    const { session } = this.#parts;
    const agent = this.#children.get(event.sessionId) ?? session.agent.name;
    const envelope = { v: 1, sessionId: event.sessionId, agent } as const;
    this.forward({ ...event, ...envelope });
    if (event.type === "approval-requested") this.#timer.askPerson();
    if (event.type === "approval-answered") this.#timer.personAnswered();
    if (event.type !== "invocation-end") return;
    const { display } = event.outcome;
    if (display?.type !== "todos") return;
    this.forward({ type: "todos-update", items: display.items, ...envelope });
  }

  #emit(event: AgentEventBody): void {
    const { id: sessionId, agent } = this.#parts.session;
    this.forward({ ...event, v: 1, sessionId, agent: agent.name });
  }
}

/** Events of calls reach the parent through its own session, and a run has one start and one end. */
function reachesParentOtherwise({ type }: AgentEventBody): boolean {
  return /^(?:session-|invocation-|approval-|todos-)/.test(type);
}

/** Why a run was ended from outside the loop. */
class RunEnded extends Error {
  override readonly name = "RunEnded";
  readonly status: "cancelled" | "failed";

  constructor(reason: string, status: "cancelled" | "failed") {
    super(reason);
    this.status = status;
  }
}

function endOf(thrown: unknown, signal: AbortSignal): RunEnd {
  const cause: unknown = signal.aborted ? signal.reason : thrown;
  return {
    status: cause instanceof RunEnded ? cause.status : "failed",
    reason: messageOf(cause),
  };
}
