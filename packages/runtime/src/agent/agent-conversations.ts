import {
  type ConversationLog,
  type ConversationRecord,
  type FoldedConversation,
  interruptedResults,
  type Message,
  readConversation,
  type ReadConversationOptions,
  redactRecord,
  restoreLabels,
} from "@toolwright/agent";
import type { Redactor, Session } from "@toolwright/core";
import {
  ConversationError,
  type ConversationStore,
  damagedConversation,
  type OpenConversation,
} from "@toolwright/workspace/internal";
import type { ShownJournal } from "../records/shown-journal.ts";
import type { PromptHash } from "../tape/prompt-hashes.ts";
import {
  type ConversationInfo,
  findConversation,
  listConversations,
  optionsErrorOf,
  orOptionsError,
  type ShownConversation,
} from "./conversations.ts";

export interface AgentConversationsOptions {
  readonly store: ConversationStore;
  readonly session: Session;
  readonly journal: ShownJournal;
  readonly redactor: Redactor;
  /** The conversation that this process continues, and which the first agent gets. */
  readonly resumed: string | null;
  /** False for work in a view, whose changes only its process knows. */
  readonly isStored: boolean;
  readonly now: () => number;
  readonly onNotice: (notice: string) => void;
}

/** What an agent is made with. */
export interface AgentConversation {
  readonly messages: readonly Message[];
  readonly log: ConversationLog;
  readonly note?: string;
}

interface BegunConversation extends AgentConversation {
  readonly log: StoredLog;
}

/** The stored conversations of a session's agents. An agent's conversation is locked until the session is closed. */
export class AgentConversations implements Disposable {
  readonly #options: AgentConversationsOptions;
  readonly #logs = new Map<string, StoredLog>();
  #resumed: string | null;
  #latest: string | null = null;

  constructor(options: AgentConversationsOptions) {
    this.#options = options;
    this.#resumed = options.resumed;
  }

  list(limit?: number): readonly ConversationInfo[] {
    return listConversations(this.#options.store, limit);
  }

  /** Errors: ConfigurationError `options-invalid` for one that is missing, damaged or of a newer version. */
  async read(wanted: string): Promise<ShownConversation> {
    const { store } = this.#options;
    const { conversation } = findConversation(store, wanted);
    const { history } = await this.#folded(conversation.id, store.read(conversation.id));
    return { ...conversation, messages: history };
  }

  /**
   * The conversation for a new agent: the one to resume, or that of the agent before it if `messages` are given, or a
   * new one, which is stored from its first message on.
   *
   * Errors: ConfigurationError `options-invalid`, also when another process works on it.
   */
  async begin(
    model: string,
    options: {
      readonly resume?: string;
      readonly messages?: readonly Message[];
      readonly prompt?: readonly PromptHash[];
    },
  ): Promise<AgentConversation> {
    const begun = await this.#beginOrResume(model, options);
    if (options.prompt !== undefined) begun.log.prompt = options.prompt;
    return begun;
  }

  async #beginOrResume(
    model: string,
    { resume, messages = [] }: { readonly resume?: string; readonly messages?: readonly Message[] },
  ): Promise<BegunConversation> {
    const wanted = resume ?? this.#resumed;
    this.#resumed = null;
    if (wanted !== null) return this.#resume(wanted, model);
    const before = this.#logs.get(this.#latest ?? "");
    if (messages.length > 0 && before !== undefined) {
      orOptionsError(() => before.append({ type: "replaced", messages }));
      return { messages, log: before };
    }
    const log = this.#begun(this.#freeId(), null);
    const { labels } = this.#options.session;
    if (messages.length > 0) {
      const record = { type: "replaced", messages } as const;
      orOptionsError(() => log.append(record));
      if (labels !== undefined) restoreLabels([record], labels);
    }
    return { messages, log };
  }

  /** Stores the session's labels in the latest agent's conversation, as after a person cleared one. */
  noteLabels(): void {
    const { labels } = this.#options.session;
    const sources = [...(labels?.context.values() ?? [])];
    this.#logs.get(this.#latest ?? "")?.append({ type: "labels", sources });
  }

  [Symbol.dispose](): void {
    for (const log of this.#logs.values()) log[Symbol.dispose]();
    this.#logs.clear();
  }

  async #resume(wanted: string, model: string): Promise<BegunConversation> {
    const { store, session, journal } = this.#options;
    const { conversation } = findConversation(store, wanted);
    const { id } = conversation;
    // An agent of this session may have it.
    this.#logs.get(id)?.[Symbol.dispose]();
    const open = orOptionsError(() => store.open(id));
    try {
      const reading = { model, labels: session.labels };
      let folded = await this.#folded(id, open.lines, reading);
      const log = this.#begun(id, open, folded);
      const { pending, lastTurn, end } = folded;
      if (pending.length > 0 && lastTurn !== null) {
        const { roots } = session.workspace;
        const from = { id: lastTurn.sessionId, journal, roots };
        log.append({ type: "answer", parts: [], results: await interruptedResults(pending, from) });
        folded = await this.#folded(id, store.read(id), reading);
      }
      // Then nothing was started again: its files are known, and its background commands may run.
      const isOwn = this.#options.resumed === null && lastTurn?.sessionId === session.id;
      const note = noteFor(end === null);
      return { messages: folded.messages, log, ...(lastTurn !== null && !isOwn && { note }) };
    } catch (thrown) {
      open[Symbol.dispose]();
      this.#logs.delete(id);
      throw optionsErrorOf(thrown);
    }
  }

  #begun(id: string, open: OpenConversation | null, folded?: FoldedConversation): StoredLog {
    const log = new StoredLog(id, open, { ...this.#options, history: folded?.history ?? [] });
    this.#logs.set(id, log);
    this.#latest = id;
    return log;
  }

  async #folded(
    id: string,
    lines: readonly string[],
    reading: Pick<ReadConversationOptions, "model" | "labels"> = {},
  ): Promise<FoldedConversation> {
    const { store, redactor } = this.#options;
    try {
      return await readConversation(lines, { redactor, ...reading });
    } catch (thrown) {
      throw optionsErrorOf(damagedConversation(store.pathOf(id), (thrown as Error).message));
    }
  }

  /** The session's id for its first conversation. */
  #freeId(): string {
    const { store, session } = this.#options;
    let id = session.id;
    for (let number = 2; store.has(id) || this.#logs.has(id); number += 1) {
      id = `${session.id}-${number}`;
    }
    return id;
  }
}

function noteFor(wasKilled: boolean): string {
  const killed =
    "The program was killed while you worked. Look at what is there before you go on. ";
  return `${wasKilled ? killed : ""}The program was started again: commands in the background have ended, and a file must be read again before it is edited.`;
}

interface StoredLogOptions extends AgentConversationsOptions {
  readonly history: readonly Message[];
}

/** A conversation in the store; a new one is created with its first record. */
class StoredLog implements ConversationLog, Disposable {
  readonly callIds: readonly string[];
  /** Stored with each turn. */
  prompt: readonly PromptHash[] | undefined;
  readonly #id: string;
  readonly #options: StoredLogOptions;
  #open: OpenConversation | null;
  /** Whether the store can't be used; the conversation then ends with the process. */
  #isUnstored: boolean;

  constructor(id: string, open: OpenConversation | null, options: StoredLogOptions) {
    this.#id = id;
    this.#open = open;
    this.#options = options;
    this.#isUnstored = !options.isStored;
    this.callIds = options.history.flatMap((message) =>
      message.role === "tool" ? message.results.map(({ outcome }) => outcome.callId) : [],
    );
  }

  append(record: ConversationRecord): void {
    if (this.#isUnstored) return;
    const { store, redactor, now } = this.#options;
    const { prompt } = this;
    const line = JSON.stringify({
      ...redactRecord(record, redactor),
      ...(record.type === "turn" && prompt !== undefined && { prompt }),
      atMs: Math.round(now()),
    });
    if (this.#open === null) this.#open = this.#created(store);
    this.#open?.append(line);
  }

  [Symbol.dispose](): void {
    this.#open?.[Symbol.dispose]();
    this.#isUnstored = true;
  }

  #created(store: ConversationStore): OpenConversation | null {
    try {
      return store.create(this.#id);
    } catch (thrown) {
      if (!ConversationError.isInstance(thrown) || thrown.code !== "unavailable") throw thrown;
      this.#isUnstored = true;
      this.#options.onNotice(`${thrown.message} Until then the agent's work can't be resumed`);
      return null;
    }
  }
}
