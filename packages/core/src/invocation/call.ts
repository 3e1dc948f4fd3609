import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { RedactingStream } from "../ports/redactor.ts";
import type { Snapshot, UndoOutlook } from "../ports/snapshots.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Ticket } from "../scheduler/scheduler.ts";
import type { Preparation } from "../tool/tool.ts";
import type { CallHost } from "./call-host.ts";
import { EventLog } from "./event-log.ts";
import type { InvocationEvent } from "./event.ts";
import type { CallOptions, Invocation, LogLevel, ToolCall } from "./invocation.ts";
import type { Outcome } from "./outcome.ts";
import type { Shown } from "./outlet.ts";
import { RedactedFacts } from "./redacted-facts.ts";
import { Cancellation } from "./stop.ts";
import { TimeLimit } from "./time-limit.ts";

/** One answer of a person to this call, for its metadata and the journal. */
export interface ApprovalRecord {
  readonly outcome: string;
  readonly by: string;
  readonly feedback?: string;
}

/**
 * One call on its way through the stages: what each of them found out, and the way to stop it.
 * The stages write it, in the order of the fields.
 */
export class Call implements Invocation {
  readonly callId: string;
  /** Of the tool that is meant; see `takeMeant`. */
  name: string;
  readonly session: CallHost;
  readonly parent: Call | null;
  readonly ticket: Ticket;
  readonly startedAtMs: number;
  /** Of the session, as it was when the call came. */
  readonly turn: number;
  readonly logLevel: LogLevel | undefined;
  readonly children = new Set<Invocation>();

  /** As given; replaced by a person's edited input. */
  rawInput: unknown;

  /** Its id was used before in this session. */
  isRepeated = false;

  // 1 resolve
  /** How the call came to be this one, in words: what it was before `takeMeant`. */
  reshaped: readonly string[] = [];
  tool: RegisteredTool | null = null;
  // 2 validate
  /** Plain JSON data of our own, repaired: for people, hooks and the journal. */
  given: unknown = undefined;
  /** As the tool's schema parsed it: for the tool. */
  input: unknown = undefined;
  /** What was mended in the input, in words. */
  repairs: readonly string[] = [];
  /** Of placeholders in the input that weren't resolved, in words. */
  leftAlone: string | null = null;
  /** The secrets whose values are in the tool's input: of its claims, and of its effects. */
  secrets: readonly EnvironmentEffect[] = [];
  // 3 claim
  claims: readonly Effect[] = [];
  /** Its claims are in the queue. */
  hasPlace = false;
  /** The session's policy revision that the claims were decided under. */
  policyRevision = 0;
  // 4 prepare
  preparation: Preparation<unknown> | null = null;
  /** Exact once prepared, before that the claims. */
  effects: readonly Effect[] = [];
  // 5 decide
  decision: PolicyDecision | null = null;
  /** Effects that a person allowed for this call. Those of stage `run` are void after a change. */
  readonly approved: { read: readonly Effect[]; run: readonly Effect[] } = { read: [], run: [] };
  readonly approvals: ApprovalRecord[] = [];
  /** What this call is run by, by id: it goes on covering the call, and is used once for it. */
  readonly usedGrants = new Map<string, Grant>();

  /** Of what is told several times. */
  readonly redacted = new RedactedFacts();

  // 6 run
  /** Of its live output: a secret may be split between two updates. */
  output: RedactingStream | null = null;
  /** Of `execute`. */
  readonly timeLimit: TimeLimit;
  /** Of what is there before it changes anything. */
  snapshot: Snapshot | null = null;
  /** Whether what it did can be taken back, where that is kept track of. */
  undo: UndoOutlook | undefined;

  /** How often the call went back to an earlier stage. */
  rounds = 0;
  /** Set after stage 6, or when the call ended before: the tool's context is void from then on. */
  isOver = false;

  readonly #events = new EventLog();
  #outcome: Promise<Outcome> | null = null;
  #cancellation: Cancellation | null = null;
  #controller: AbortController | null = null;
  #abortReason: Error | null = null;
  #background: AbortController | null = null;
  readonly #onCancel = new Set<(cancellation: Cancellation) => void>();

  constructor(
    session: CallHost,
    { id, name, input }: ToolCall & { readonly id: string },
    ticket: Ticket,
    parent: Call | null,
    { logLevel }: CallOptions = {},
  ) {
    this.session = session;
    this.callId = id;
    this.name = name;
    this.rawInput = input;
    this.ticket = ticket;
    this.parent = parent;
    this.logLevel = logLevel ?? parent?.logLevel;
    this.startedAtMs = session.now();
    this.turn = session.turn;
    this.timeLimit = new TimeLimit(() => session.now());
  }

  get outcome(): Promise<Outcome> {
    // Set by `begin`, before anybody else gets hold of the call.
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

  /** A call that this one made: it ends with this one at the latest. */
  adopt(child: Invocation): void {
    this.children.add(child);
    void child.then(() => this.children.delete(child));
  }

  emit(event: Shown<InvocationEvent>): void {
    this.#events.push(event);
    this.session.emit(event);
    if (event.type === "invocation-end") this.#events.close();
  }

  /** Created when somebody asks: most calls end without one having been needed. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#abortReason !== null) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** Created when somebody asks. */
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

  /** Returns the way to stop listening. Called at once when the call is cancelled already. */
  onCancel(listener: (cancellation: Cancellation) => void): () => void {
    if (this.#cancellation !== null) listener(this.#cancellation);
    else this.#onCancel.add(listener);
    return () => this.#onCancel.delete(listener);
  }
}
