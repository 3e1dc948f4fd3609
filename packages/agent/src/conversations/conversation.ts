import type { LabelContext, Labels, Outcome } from "@toolwright/core";
import { text } from "@toolwright/core";
import type { ConversationLog, ConversationRecord } from "./conversation-log.ts";
import type {
  AssistantPart,
  Message,
  ModelToolCall,
  ToolCallResult,
  UserPart,
} from "../model/message.ts";
import type { PersonMessage } from "../prompt/person-message.ts";

/** OpenAI takes no longer ones. */
const maxIdLength = 64;

/**
 * The messages between a person, a model and its tools. It always is one that vendors accept: every call has an id of
 * its own, and its result directly behind it.
 *
 * With a log, each change is stored before the next step. Errors: those of the log.
 */
export class Conversation {
  #messages: Message[];
  readonly #callIds: Set<string>;
  readonly #log: ConversationLog | undefined;
  /** Records that the log refused, which come first the next time. */
  readonly #unwritten: ConversationRecord[] = [];
  #labels: LabelContext | null = null;
  /** The number of stored parts of the answer that still arrives. */
  #begunParts = 0;

  /** messages: what was said before; the log has it already. */
  constructor(messages: readonly Message[] = [], log?: ConversationLog) {
    this.#messages = [...messages];
    this.#log = log;
    this.#callIds = new Set([...callIdsIn(messages), ...(log?.callIds ?? [])]);
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** A message of the person. */
  addUser(content: PersonMessage): void {
    this.#addParts(typeof content === "string" ? [text(content)] : content);
  }

  /** Something that the agent tells the model, and that must not be taken for a message of the person. */
  addNote(note: string): void {
    this.#addParts([{ ...text(note), isFromAgent: true }]);
  }

  /** Continues with other messages, which say the same in short. */
  replace(messages: readonly Message[]): void {
    this.#messages = [...messages];
    this.record({ type: "replaced", messages });
  }

  /** Stores where the text came from that the model is told now, unless that is stored already. */
  noteLabels(labels: Labels | undefined): void {
    if (labels === undefined || labels.context === this.#labels) return;
    this.#labels = labels.context;
    this.record({ type: "labels", sources: [...labels.context.values()] });
  }

  /** Stores the parts of an answer so far, the last of which is a call that may start only afterwards. */
  beginCall(parts: readonly AssistantPart[]): void {
    this.#flush();
    this.#log?.append({ type: "begun", parts: parts.slice(this.#begunParts) });
    this.#begunParts = parts.length;
  }

  /** Stores the begin or the end of a run, or a change of the messages. */
  record(record: ConversationRecord): void {
    if (this.#log === undefined) return;
    if (record.type === "turn") this.#begunParts = 0;
    this.#unwritten.push(record);
    this.#flush();
  }

  #flush(): void {
    for (let next = this.#unwritten[0]; next !== undefined; next = this.#unwritten[0]) {
      this.#log?.append(next);
      this.#unwritten.shift();
    }
  }

  #addParts(parts: readonly UserPart[]): void {
    const last = this.#messages.at(-1);
    // Some vendors refuse two messages of one role in a row.
    if (last?.role === "user") {
      this.#messages[this.#messages.length - 1] = {
        role: "user",
        content: [...last.content, ...parts],
      };
    } else this.#messages.push({ role: "user", content: parts });
    this.record({ type: "user", content: parts });
  }

  /**
   * An answer of the model with the results of its calls. One that says nothing is left out, because vendors refuse
   * empty texts and reasoning that nothing follows.
   */
  addAnswer(content: readonly AssistantPart[], results: readonly ToolCallResult[]): void {
    if (!content.some(saysSomething)) return;
    this.#messages.push({ role: "assistant", content });
    if (results.length > 0) this.#messages.push({ role: "tool", results });
    const parts = content.slice(this.#begunParts);
    this.#begunParts = 0;
    this.record({ type: "answer", parts, results });
  }

  /** The call under an id that no other call of the conversation has, and that `isTaken` doesn't know. */
  withOwnId(call: ModelToolCall, isTaken: (id: string) => boolean): ModelToolCall {
    const short = call.id.slice(0, maxIdLength - 8);
    let id = call.id.length > maxIdLength ? short : call.id;
    for (let number = 1; id === "" || this.#callIds.has(id) || isTaken(id); number += 1) {
      id = `${short || "call"}_${number}`;
    }
    this.#callIds.add(id);
    return id === call.id ? call : { ...call, id };
  }
}

function saysSomething(part: AssistantPart): boolean {
  return part.type === "tool-call" || (part.type === "text" && part.text.trim() !== "");
}

function callIdsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "tool" ? message.results.map(({ outcome }) => outcome.callId) : [],
  );
}

/** The outcome of a call that was not run, or whose result is unknown. */
export function notRun(call: ModelToolCall, message: string): Outcome {
  return {
    callId: call.id,
    tool: call.name,
    status: "cancelled",
    content: [text(message)],
    display: null,
    structured: null,
    error: { code: "cancelled", message },
    decision: null,
    effects: [],
    metadata: {},
    durationMs: 0,
  };
}
