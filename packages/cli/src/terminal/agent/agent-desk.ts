import type { Agent, AgentRun, Message } from "@toolwright/agent";
import type { InvocationEvent, Session } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { ViewEvent } from "./agent-view.ts";

/** A model that the settings name. */
export interface KnownModel {
  readonly id: string;
  readonly contextTokens?: number | undefined;
}

/** Makes the agent of the session. */
export interface AgentMaker {
  /** The model at the start; null if neither a flag nor the settings name one. */
  readonly model: string | null;
  /** The models of the settings. */
  readonly models: readonly KnownModel[];
  /** Errors: ModelError or ConfigurationError, with what to do. */
  open(model: string, messages: readonly Message[]): Promise<Agent>;
}

export interface AgentDeskOptions {
  readonly session: Session;
  /** Null: there is no agent. */
  readonly maker: AgentMaker | null;
  /** Gets every event of the agent and of the session's calls, in order. */
  readonly onEvent: (event: ViewEvent) => void;
  /** The queue has changed. */
  readonly onQueue: () => void;
  /** A run has ended, well or not, and these messages didn't reach the model. */
  readonly onUnsent: (messages: string, hasEndedWell: boolean) => void;
  readonly onProblem: (reason: string) => void;
}

/** What waits for the model's next step. */
interface WaitingMessage {
  readonly sent: string;
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
  /** What the model is told with the person's next message. */
  #notes: string[] = [];
  #runningCalls = 0;
  #hasEndedWell = false;

  constructor(options: AgentDeskOptions) {
    this.#options = options;
    this.#model = options.maker?.model ?? null;
    this.#stopListening = options.session.subscribe((event) => this.#onCallEvent(event));
  }

  /** Null: there is no agent, and lines are calls of tools. */
  get model(): string | null {
    return this.#model;
  }

  get isWorking(): boolean {
    return this.#run !== null || this.#isStarting;
  }

  /** Messages that the model hasn't got yet. */
  get queued(): readonly string[] {
    return this.#steered.flatMap(({ shown }) => shown ?? []);
  }

  /** The conversation so far. */
  async messages(): Promise<readonly Message[]> {
    return (await this.#agent?.catch(() => null))?.messages ?? [];
  }

  /** Opens the agent, so that the first message needn't wait for it. */
  warmUp(): void {
    if (this.#model === null) return;
    this.#opened(this.#model).catch((thrown: unknown) => {
      this.#options.onProblem(messageOf(thrown));
    });
  }

  /** Continues the conversation, or another one, with a model. Errors: as `AgentMaker.open`. */
  async use(model: string, messages?: readonly Message[]): Promise<void> {
    const agent = await this.#open(model, messages ?? (await this.messages()));
    this.#agent = Promise.resolve(agent);
    this.#model = model;
  }

  /** Gives the model a message: as a new task, or while it works before its next step. */
  send(text: string): void {
    if (this.isWorking) {
      this.#steer({ sent: this.#withNotes(text), shown: text });
      return;
    }
    void this.#work(text);
  }

  /** Tells the model something with its next step, or with the person's next message. */
  note(text: string): void {
    // Only while a call runs it is certain that there is a next step.
    if (this.#run !== null && this.#runningCalls > 0) this.#steer({ sent: text, shown: null });
    else this.#notes.push(text);
  }

  /** Ends the run; false if there is none. */
  interrupt(): boolean {
    this.#run?.cancel("Interrupted by the person.");
    return this.#run !== null;
  }

  close(): void {
    this.#run?.cancel("The terminal was closed.");
    this.#stopListening();
  }

  #steer(message: WaitingMessage): void {
    this.#steered.push(message);
    this.#run?.steer(message.sent);
    this.#options.onQueue();
  }

  #withNotes(text: string): string {
    return [...this.#notes.splice(0), text].join("\n\n");
  }

  async #open(model: string, messages: readonly Message[]): Promise<Agent> {
    const { maker } = this.#options;
    if (maker === null) throw new Error("This session has no agent.");
    return maker.open(model, messages);
  }

  #opened(model: string): Promise<Agent> {
    const opened = (this.#agent ??= this.#open(model, []));
    opened.catch(() => {
      // The next message tries again, for example with a key that is there by then.
      if (this.#agent === opened) this.#agent = null;
    });
    return opened;
  }

  async #work(text: string): Promise<void> {
    if (this.#model === null) return;
    this.#isStarting = true;
    try {
      this.#hasEndedWell = false;
      const agent = await this.#opened(this.#model);
      this.#run = agent.run(this.#withNotes(text));
      // Messages that came before the run.
      for (const { sent } of this.#steered) this.#run.steer(sent);
      this.#isStarting = false;
      for await (const event of this.#run) this.#onRunEvent(event);
    } catch (thrown) {
      this.#options.onProblem(messageOf(thrown));
      if (this.#run === null) this.#steered.unshift({ sent: text, shown: text });
    } finally {
      this.#isStarting = false;
      this.#endRun();
    }
  }

  #endRun(): void {
    this.#run = null;
    this.#runningCalls = 0;
    for (const event of this.#untold.splice(0)) this.#options.onEvent(event);
    const left = this.#steered.splice(0);
    this.#notes.push(...left.flatMap(({ sent, shown }) => (shown === null ? [sent] : [])));
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
    if (event.type === "session-end") this.#hasEndedWell = event.status === "done";
    const isCall = /^(?:invocation|approval)-/.test(event.type);
    onEvent(isCall ? (this.#untold.shift() ?? event) : event);
    if (!isCall || event.sessionId !== session.id) return;
    if (event.type === "invocation-end") this.#runningCalls -= 1;
    if (event.type !== "invocation-start") return;
    this.#runningCalls += 1;
    for (const sent of this.#notes.splice(0)) this.#steer({ sent, shown: null });
  }
}
