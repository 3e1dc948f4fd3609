import type { CommandReach, Label } from "../ports/labels.ts";
import type { Ticket } from "../scheduler/scheduler.ts";
import type { CallHost } from "./call-host.ts";
import { Consent } from "./consent.ts";
import { EventLog } from "./event-log.ts";
import type { InvocationEvent } from "./event.ts";
import type { CallOptions, Invocation, LogLevel, ToolCall } from "./invocation.ts";
import type { Outcome } from "./outcome.ts";
import type { Shown } from "./outlet.ts";
import { RedactedFacts } from "./redacted-facts.ts";
import type { Reached } from "./stages.ts";
import type { CallStage } from "./staged/call-stage.ts";
import { Cancellation } from "./stop.ts";
import type { TimeLimit } from "./time-limit.ts";

/**
 * One call while it passes through the stages: its identity, the consent of people, its cancellation and
 * its events. The stages pass their results to each other; see `stages.ts`.
 */
export class Call implements Invocation {
  readonly callId: string;
  /** The name of the tool that is meant, after `takeForwarded` and `takeAlias`. */
  name: string;
  /** In a stage: the session as calls there see it. */
  session: CallHost;
  /** The call of the same session that made this one. */
  readonly parent: Call | null;
  readonly ticket: Ticket;
  readonly startedAtMs: number;
  /** The session's turn when the call began. */
  readonly turn: number;
  readonly logLevel: LogLevel | undefined;
  readonly children = new Set<Invocation>();
  /** How many child sessions it has opened. */
  childSessions = 0;

  /** The stage that it works in: its own while it runs, its parent's or its session's. */
  stage: CallStage | null;
  /** Whether it is to run in a stage of its own. */
  wantsStage: boolean;

  /** The input as the model sent it. */
  readonly asked: unknown;
  /** Whether its id was used before in this session. */
  readonly isRepeated: boolean;
  readonly consent = new Consent();
  /** The limit on the time of its tool, once that runs. */
  timeLimit: TimeLimit | null = null;
  /** The redacted facts that several events repeat. */
  readonly redacted = new RedactedFacts();

  /** The result of the last stage that completed, for the outcome of a call that ends early. */
  reached: Reached = {};
  /** Set after stage 6, or when the call ended earlier. The tool's context is then void. */
  isOver = false;

  // From these the labels of its result follow; see `withLabels`.
  /** The labels that the calls which it made brought, and a person's answer. */
  #broughtLabels: Set<Label> | null = null;
  /** The handles under which its outputs are stored. */
  storedOutputs: readonly string[] = [];
  /** Set when its code begins to run. */
  hasStarted = false;
  /** The reach of its commands; null if it never asked for a sandbox. */
  commandReach: CommandReach | null = null;
  /** Whether its result contained a secret that is hidden now. */
  isSecretHidden = false;

  readonly #events = new EventLog();
  #outcome: Promise<Outcome> | null = null;
  #cancellation: Cancellation | null = null;
  #controller: AbortController | null = null;
  #abortReason: Error | null = null;
  #background: AbortController | null = null;
  readonly #onCancel = new Set<(cancellation: Cancellation) => void>();

  constructor(
    session: CallHost,
    {
      id,
      name,
      input,
      isRepeated = false,
    }: ToolCall & { readonly id: string; readonly isRepeated?: boolean },
    ticket: Ticket,
    parent: Call | null,
    { logLevel, stage = false }: CallOptions = {},
  ) {
    this.session = parent?.stage == null ? session : parent.session;
    this.stage = this.session.stage ?? null;
    this.wantsStage = stage;
    this.callId = id;
    this.name = name;
    this.asked = input;
    this.isRepeated = isRepeated;
    this.ticket = ticket;
    this.parent = parent;
    this.logLevel = logLevel ?? parent?.logLevel;
    this.startedAtMs = session.now();
    this.turn = session.turn;
  }

  get broughtLabels(): Set<Label> {
    this.#broughtLabels ??= new Set();
    return this.#broughtLabels;
  }

  get outcome(): Promise<Outcome> {
    // `begin` sets it before anybody else sees the call.
    return this.#outcome as Promise<Outcome>;
  }

  begin(run: (call: Call) => Promise<Outcome>): this {
    this.#outcome = run(this);
    return this;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- an invocation is awaitable by design
  then<Fulfilled = Outcome, Rejected = never>(
    onFulfilled?: ((outcome: Outcome) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.outcome.then(onFulfilled, onRejected);
  }

  [Symbol.asyncIterator](): AsyncIterator<InvocationEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Records a stage's result and returns it. */
  reach<Stage extends Reached>(stage: Stage): Stage {
    this.reached = stage;
    return stage;
  }

  /** Adds a call made by this one, which ends with this one at the latest. */
  adopt(child: Invocation): void {
    this.children.add(child);
    void child.then(() => this.children.delete(child));
  }

  emit(event: Shown<InvocationEvent>): void {
    this.#events.push(event);
    this.session.emit(event);
    if (event.type === "invocation-end") this.#events.close();
  }

  /** Created on demand, because most calls don't need one. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#abortReason !== null) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** Created on demand. */
  get backgroundSignal(): AbortSignal {
    this.#background ??= new AbortController();
    return this.#background.signal;
  }

  moveToBackground(): void {
    if (this.isOver) return;
    this.#background ??= new AbortController();
    this.#background.abort();
  }

  /** Fires the signal that the tool sees. */
  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#controller?.abort(reason);
  }

  cancel(reason = "The call was cancelled."): void {
    if (this.#cancellation !== null || this.isOver) return;
    this.#cancellation = new Cancellation(reason);
    this.abort(this.#cancellation);
    for (const listener of this.#onCancel) listener(this.#cancellation);
    for (const child of this.children) child.cancel(reason);
  }

  get cancellation(): Cancellation | null {
    return this.#cancellation;
  }

  throwIfCancelled(): void {
    if (this.#cancellation !== null) throw this.#cancellation;
  }

  /** Returns a function that removes the listener. If the call is already cancelled, the listener runs at once. */
  onCancel(listener: (cancellation: Cancellation) => void): () => void {
    if (this.#cancellation !== null) listener(this.#cancellation);
    else this.#onCancel.add(listener);
    return () => this.#onCancel.delete(listener);
  }
}

/** The call's parent as events and the journal name it. */
export function parentOf({ parent }: Call): { readonly parentCallId?: string } {
  return parent === null ? {} : { parentCallId: parent.callId };
}

/** The calls that wait for this one: those that made it, or started its agent. */
function ancestorsOf(call: Call): readonly Call[] {
  const parent = call.parent ?? call.session.startedBy;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

/**
 * Pauses the time limits of the calls that wait for this one, while a person is asked. Returns a function that
 * continues them.
 */
export function pauseAncestors(call: Call): () => void {
  const paused = ancestorsOf(call).map(({ timeLimit }) => timeLimit?.pause());
  return () => {
    for (const goOn of paused) goOn?.();
  };
}
