import { setImmediate as nextTurn } from "node:timers/promises";
import type { Agent, AgentRun, Message, UserPart } from "@toolwright/agent";
import type { ConversationInfo } from "@toolwright/runtime";
import type { AwaitableJournal, EntryId } from "@toolwright/workspace";
import type { AgentSummary, InvocationEvent, Session } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { isPersonsCall } from "../own-calls.ts";
import type { AgentState } from "../screen/screen-state.ts";
import type { ViewEvent } from "./agent-view.ts";

/** A model that the settings name. */
export interface KnownModel {
  readonly id: string;
  readonly contextTokens?: number | undefined;
  /** Default: it takes images. */
  readonly images?: boolean | undefined;
}

/** Makes the agent of the session. */
export interface AgentMaker {
  /** The model at the start; null if neither a flag nor the settings name one. */
  readonly model: string | null;
  /** The models of the settings. */
  readonly models: readonly KnownModel[];
  /**
   * Opens a model with a conversation: the given messages, a stored one, or by default the one that the session was
   * opened with, otherwise a new one.
   *
   * Errors: ModelError or ConfigurationError, with what to do.
   */
  open(
    model: string,
    how: { readonly messages?: readonly Message[]; readonly resume?: string },
  ): Promise<Agent>;
  /** The sub-agents that tasks can be given to. */
  agents(): Promise<readonly AgentSummary[]>;
  /** The stored conversations of the folder, the latest first. */
  conversations(): Promise<readonly ConversationInfo[]>;
}

/** What was there when a turn began. */
export interface TurnPoint {
  /** The person's message. */
  readonly text: string;
  /** Null if these messages are gone, because the conversation was made shorter since. */
  readonly messageCount: number | null;
  /** The latest entry of the journal; null if there was none. */
  readonly entry: EntryId | null;
}

export interface AgentDeskOptions {
  readonly session: Session;
  /** Null: there is no agent. */
  readonly maker: AgentMaker | null;
  readonly journal?: Pick<AwaitableJournal, "entries">;
  /** Gets every event of the agent and of the session's calls, in order. */
  readonly onEvent: (event: ViewEvent) => void;
  /** The queue has changed. */
  readonly onQueue: () => void;
  /** A run has ended, well or not, and these messages didn't reach the model. */
  readonly onUnsent: (messages: string, hasEndedWell: boolean) => void;
  readonly onProblem: (reason: string) => void;
}

/** Gives the parts that a message has with it. */
export type Attach = () => Promise<readonly UserPart[]>;

/** The longest time for events before something else has its turn. */
const turnMs = 8;

/** What waits for the model's next step. */
interface WaitingMessage {
  readonly sent: readonly UserPart[];
  /** As the person typed it; null for a note, which isn't shown. */
  readonly shown: string | null;
}

/** Between the person and the agent: starts runs, keeps messages until the model gets them, interrupts. */
export class AgentDesk {
  readonly #options: AgentDeskOptions;
  readonly #stopListening: () => void;
  #agent: Promise<Agent> | null = null;
  #model: string | null;
  #run: AgentRun | null = null;
  /** Between a message and the begin of its run, while the agent is opened. */
  #isStarting = false;
  /** Events of calls that the run hasn't told yet: it says where they stand among its own. */
  #untold: InvocationEvent[] = [];
  #steered: WaitingMessage[] = [];
  /** Messages whose files are still being read, in order. */
  #attaching: readonly string[] = [];
  #arrival: Promise<void> = Promise.resolve();
  /** What the model is told with the person's next message. */
  #notes: UserPart[] = [];
  #runningCalls = 0;
  #hasEndedWell = false;
  #compacting: AbortController | null = null;
  /** Whether the person has interrupted a run before it began. */
  #isCalledOff = false;
  #turns: readonly TurnPoint[] = [];

  constructor(options: AgentDeskOptions) {
    this.#options = options;
    this.#model = options.maker?.model ?? null;
    this.#stopListening = options.session.subscribe((event) => this.#onCallEvent(event));
  }

  /** Null: there is no agent, and lines are calls of tools. */
  get model(): string | null {
    return this.#model;
  }

  /** For the status line; null without a model. */
  get state(): AgentState | null {
    const model = this.#model;
    if (model === null) return null;
    const known = this.#options.maker?.models.find(({ id }) => id === model);
    const { contextTokens = null, images: takesImages = true } = known ?? {};
    return { model, contextTokens, takesImages, queued: this.queued };
  }

  get isWorking(): boolean {
    return this.#run !== null || this.#isStarting;
  }

  /** Messages that the model hasn't got yet. */
  get queued(): readonly string[] {
    return [...this.#steered.flatMap(({ shown }) => shown ?? []), ...this.#attaching];
  }

  /** The turns that `forget` can go back to, oldest first. */
  get turns(): readonly TurnPoint[] {
    return this.#turns;
  }

  /** The conversation so far. */
  async messages(): Promise<readonly Message[]> {
    return (await this.#agent?.catch(() => null))?.messages ?? [];
  }

  /** Opens the agent, so that the first message needn't wait for it. Returns what was said before. */
  async warmUp(): Promise<readonly Message[]> {
    if (this.#model === null) return [];
    try {
      return [...(await this.#opened(this.#model)).messages];
    } catch (thrown) {
      this.#options.onProblem(messageOf(thrown));
      return [];
    }
  }

  /** Continues the conversation with another model. Errors: as `AgentMaker.open`. */
  async use(model: string): Promise<void> {
    await this.#replace(model, { messages: await this.messages() });
  }

  /** Continues a stored conversation. Returns its messages. Errors: as `AgentMaker.open`. */
  async resume(id: string): Promise<readonly Message[]> {
    const stored = await this.#options.maker?.conversations();
    const wanted = id === "last" ? stored?.[0] : stored?.find((each) => each.id.startsWith(id));
    const model = this.#model ?? wanted?.model;
    if (model === undefined) throw new Error(`There is no conversation '${id}'.`);
    const agent = await this.#replace(model, { resume: id });
    this.#turns = [];
    return agent.messages;
  }

  /** Begins a new conversation; the old one stays stored. Errors: as `AgentMaker.open`. */
  async startAnew(): Promise<void> {
    if (this.#model === null) return;
    await this.#replace(this.#model, { messages: [] });
    this.#turns = [];
    this.#notes = [];
  }

  /** Forgets a turn and all behind it. Errors: as `AgentMaker.open`. */
  async forget(turn: TurnPoint): Promise<void> {
    if (this.#model === null || turn.messageCount === null) return;
    const messages = (await this.messages()).slice(0, turn.messageCount);
    await this.#replace(this.#model, { messages });
    this.#turns = this.#turns.slice(0, this.#turns.indexOf(turn));
  }

  /** Makes the conversation shorter. Null: there is nothing to leave out. Errors: an Error while a run works. */
  async compact(hint: string): ReturnType<Agent["compact"]> {
    const agent = await this.#agent;
    this.#compacting = new AbortController();
    const { signal } = this.#compacting;
    try {
      const done = (await agent?.compact({ signal, ...(hint !== "" && { hint }) })) ?? null;
      if (done !== null) this.#forgetPlaces();
      return done;
    } finally {
      this.#compacting = null;
    }
  }

  async #replace(model: string, how: Parameters<AgentMaker["open"]>[1]): Promise<Agent> {
    const before = this.#agent;
    const opening = this.#open(model, how);
    // A message that comes meanwhile waits for it.
    this.#agent = opening;
    try {
      const agent = await opening;
      this.#model = model;
      return agent;
    } catch (thrown) {
      this.#agent = before;
      throw thrown;
    }
  }

  #forgetPlaces(): void {
    this.#turns = this.#turns.map((turn) => ({ ...turn, messageCount: null }));
  }

  /**
   * Gives the model a message: as a new task, or while it works before its next step. Resolves when the run that it
   * begins has ended; never rejects. `attach` gives what the message has with it; it never rejects either.
   */
  async send(text: string, attach?: Attach): Promise<void> {
    if (!this.isWorking && this.#attaching.length === 0) return this.#work(text, attach);
    if (attach === undefined && this.#attaching.length === 0) return this.#steerText(text, []);
    // Reading may wait for a running command. Later messages stay behind this one.
    this.#attaching = [...this.#attaching, text];
    this.#options.onQueue();
    const before = this.#arrival;
    this.#arrival = (async () => {
      await before;
      const attached = attach === undefined ? [] : await attach();
      this.#attaching = this.#attaching.slice(1);
      this.#arrive(text, attached);
    })();
    await this.#arrival;
  }

  /** A message that was sent while a run worked, which may have ended since. */
  #arrive(text: string, attached: readonly UserPart[]): void {
    if (this.isWorking) this.#steerText(text, attached);
    else if (this.#hasEndedWell) void this.#work(text, () => Promise.resolve(attached));
    else this.#options.onUnsent(text, false);
  }

  #steerText(text: string, attached: readonly UserPart[]): void {
    this.#steerNotes();
    this.#steer({ sent: [{ type: "text", text }, ...attached], shown: text });
  }

  /** Tells the model something with its next step, or with the person's next message. */
  note(text: string): void {
    const note = { type: "text", text, isFromAgent: true } as const;
    // Only while a call runs it is certain that there is a next step.
    if (this.#run !== null && this.#runningCalls > 0) this.#steer({ sent: [note], shown: null });
    else this.#notes.push(note);
  }

  /** Ends the run or a compaction, or keeps a run from beginning; false if there is none. */
  interrupt(): boolean {
    this.#run?.cancel("Interrupted by the person.");
    this.#compacting?.abort(new Error("Interrupted by the person."));
    this.#isCalledOff = this.#isStarting;
    return this.isWorking || this.#compacting !== null;
  }

  close(): void {
    this.#run?.cancel("The terminal was closed.");
    this.#stopListening();
  }

  #steerNotes(): void {
    for (const note of this.#notes.splice(0)) this.#steer({ sent: [note], shown: null });
  }

  #steer(message: WaitingMessage): void {
    this.#steered.push(message);
    this.#run?.steer(message.sent);
    this.#options.onQueue();
  }

  async #open(model: string, how: Parameters<AgentMaker["open"]>[1]): Promise<Agent> {
    const { maker } = this.#options;
    if (maker === null) throw new Error("This session has no agent.");
    return maker.open(model, how);
  }

  #opened(model: string): Promise<Agent> {
    const opened = (this.#agent ??= this.#open(model, {}));
    opened.catch(() => {
      // The next message tries again, for example with a key that is there by then.
      if (this.#agent === opened) this.#agent = null;
    });
    return opened;
  }

  async #work(text: string, attach?: Attach): Promise<void> {
    if (this.#model === null) return;
    this.#isStarting = true;
    try {
      this.#hasEndedWell = false;
      this.#isCalledOff = false;
      const agent = await this.#opened(this.#model);
      const attached = attach === undefined ? [] : await attach();
      const [latest] = (await this.#options.journal?.entries({ limit: 1 })) ?? [];
      const point = { text, messageCount: agent.messages.length, entry: latest?.id ?? null };
      if (this.#isCalledOff) throw new Error("Interrupted before the model was asked.");
      this.#turns = [...this.#turns, point];
      this.#run = agent.run([...this.#notes.splice(0), { type: "text", text }, ...attached]);
      // Messages that came before the run.
      for (const { sent } of this.#steered) this.#run.steer(sent);
      this.#isStarting = false;
      await this.#follow(this.#run);
    } catch (thrown) {
      this.#options.onProblem(messageOf(thrown));
      if (this.#run === null) this.#steered.unshift({ sent: [], shown: text });
    } finally {
      this.#isStarting = false;
      this.#endRun();
    }
  }

  /** Events may come faster than they are shown. Keys and drawing have their turn among them. */
  async #follow(run: AgentRun): Promise<void> {
    let sinceMs = performance.now();
    for await (const event of run) {
      this.#onRunEvent(event);
      if (performance.now() - sinceMs < turnMs) continue;
      await nextTurn();
      sinceMs = performance.now();
    }
  }

  #endRun(): void {
    this.#run = null;
    this.#runningCalls = 0;
    for (const event of this.#untold.splice(0)) this.#options.onEvent(event);
    const left = this.#steered.splice(0);
    this.#notes.push(...left.flatMap(({ sent, shown }) => (shown === null ? sent : [])));
    const messages = left.flatMap(({ shown }) => shown ?? []);
    if (messages.length > 0) this.#options.onUnsent(messages.join("\n\n"), this.#hasEndedWell);
  }

  #onCallEvent(event: InvocationEvent): void {
    if (this.#run === null) this.#options.onEvent(event);
    else this.#untold.push(event);
  }

  #onRunEvent(event: Parameters<AgentDeskOptions["onEvent"]>[0]): void {
    const { onEvent, onQueue, session } = this.#options;
    if (event.type === "steer") {
      const first = this.#steered.shift();
      onQueue();
      if (first?.shown !== null) onEvent({ ...event, text: first?.shown ?? event.text });
      return;
    }
    if (event.type === "compaction" && event.sessionId === session.id) this.#forgetPlaces();
    if (event.type === "session-end") this.#hasEndedWell = event.status === "done";
    const isCall = /^(?:invocation|approval)-/.test(event.type);
    onEvent(isCall ? (this.#untold.shift() ?? event) : event);
    if (!isCall || event.sessionId !== session.id) return;
    if (event.type === "invocation-end" && !isPersonsCall(event.callId)) this.#runningCalls -= 1;
    if (event.type !== "invocation-start" || isPersonsCall(event.callId)) return;
    this.#runningCalls += 1;
    this.#steerNotes();
  }
}
