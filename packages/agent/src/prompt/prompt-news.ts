import type { Session } from "@toolwright/core";
import type { Conversation } from "../conversations/conversation.ts";
import type { AgentEventBody } from "../events/events.ts";
import { ModeNews } from "./mode-news.ts";
import {
  type FindInstructions,
  NestedInstructions,
  nestedInstructionText,
} from "./nested-instructions.ts";

/** What one agent's model must know besides its prompt: another mode, and the instructions where it works. */
export class PromptNews {
  readonly #session: Session;
  readonly #conversation: Conversation;
  readonly #mode: ModeNews;
  readonly #instructions: NestedInstructions;

  constructor(
    session: Session,
    conversation: Conversation,
    find: FindInstructions = async () => [],
  ) {
    this.#session = session;
    this.#conversation = conversation;
    this.#mode = new ModeNews(session.policy.mode, conversation.messages);
    this.#instructions = new NestedInstructions(find, (text) => session.redact(text));
  }

  /** Adds what is new to the conversation. */
  async tell(emit: (event: AgentEventBody) => void): Promise<void> {
    const conversation = this.#conversation;
    const change = this.#mode.take(this.#session.policy.mode);
    if (change !== null) conversation.addNote(change);
    for (const file of await this.#instructions.news(conversation.messages)) {
      conversation.addNote(nestedInstructionText(file));
      emit({ type: "instructions-read", path: file.path });
    }
  }

  /** The same after a compaction, which has removed what was told. */
  async tellAgain(emit: (event: AgentEventBody) => void): Promise<void> {
    this.#mode.forget();
    await this.tell(emit);
  }
}
