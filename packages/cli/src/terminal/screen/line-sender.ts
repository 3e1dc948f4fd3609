import { modes, type Session } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { signatureOf } from "../../input/tool-signature.ts";
import type { Theme } from "../../text/theme.ts";
import type { AgentDesk } from "../agent/agent-desk.ts";
import { attachedParts, mentionsIn } from "../agent/attachments.ts";
import { personCommandNote } from "../agent/notes.ts";
import { commandOf, ordered, type OrderedLine, personsCallId } from "../own-calls.ts";
import type { EndedCall } from "../transcript/call-view.ts";
import { type CommandContext, commandsIn, runTerminalCommand } from "./commands.ts";
import { type Notice, readLine, type Vocabulary } from "./screen-state.ts";

export interface LineSenderOptions {
  readonly session: Session;
  readonly desk: AgentDesk;
  readonly look: Theme;
  /** Shows a line that is sent at once, above what comes of it. */
  readonly onSent: (text: string) => void;
  readonly commandContext: () => CommandContext;
  readonly warn: (message: Phrase) => void;
  /** A command has ended. */
  readonly onCommandEnd: () => void;
  /** The person's own program runs in a terminal of its own. */
  readonly onTerminal: (callId: string) => void;
}

/** Gives the person's lines to whom they are for: the agent, the session or a command. */
export class LineSender {
  readonly #options: LineSenderOptions;
  /** The person's own calls, as `!command`, with their command lines. */
  readonly #ownCalls = new Map<string, string>();
  #known: {
    readonly of: Session["tools"];
    readonly hasAgent: boolean;
    readonly vocabulary: Vocabulary;
  } | null = null;

  constructor(options: LineSenderOptions) {
    this.#options = options;
  }

  /** The session may add tools between steps. */
  get vocabulary(): Vocabulary {
    const { session, desk, look } = this.#options;
    const { tools } = session;
    const hasAgent = desk.model !== null;
    if (this.#known?.of === tools && this.#known.hasAgent === hasAgent) {
      return this.#known.vocabulary;
    }
    const shown = tools.filter(({ exposure }) => exposure !== "hidden").map(signatureOf);
    const { language } = look;
    const commands = commandsIn(language, hasAgent);
    const vocabulary = { tools: shown, commands, modes, language, hasAgent };
    this.#known = { of: tools, hasAgent, vocabulary };
    return vocabulary;
  }

  /** Whether it is the person's own command. */
  isOwn(callId: string): boolean {
    return this.#ownCalls.has(callId);
  }

  /** Sends a line. Returns what is wrong with it instead, or that it is empty. */
  send(text: string, onTaken: () => void): Notice | null {
    const parsed = ordered(readLine(text, this.vocabulary), this.#options.session);
    if (parsed.type === "empty") return null;
    if (parsed.type === "problem") return { text: parsed.message, style: "bad" };
    onTaken();
    if (parsed.type === "message") this.message(parsed.text);
    else {
      this.#options.onSent(text);
      if (parsed.type === "command") void this.#command(parsed);
      else this.#call(parsed);
    }
    return null;
  }

  /** While the agent works, the message waits until the model gets it. */
  message(text: string): void {
    const { desk, onSent, session, warn } = this.#options;
    if (!desk.isWorking) onSent(text);
    const mentions = mentionsIn(text);
    if (mentions.length === 0) void desk.send(text);
    else {
      const takesImages = desk.state?.takesImages ?? true;
      void desk.send(text, () => attachedParts(mentions, { session, takesImages, warn }));
    }
  }

  /** Tells the model what the person's own command has printed. */
  onCallEnd({ view: { callId }, outcome }: EndedCall): void {
    const command = this.#ownCalls.get(callId);
    if (command === undefined) return;
    this.#ownCalls.delete(callId);
    const { desk } = this.#options;
    if (desk.model !== null) desk.note(personCommandNote(command, outcome));
  }

  async #command(typed: Parameters<typeof runTerminalCommand>[0]): Promise<void> {
    await runTerminalCommand(typed, this.#options.commandContext());
    this.#options.onCommandEnd();
  }

  #call(call: Extract<OrderedLine, { readonly type: "call" }>): void {
    const { tool, input, isOwn, isInTerminal } = call;
    const { session, desk, onTerminal } = this.#options;
    // Each line is a turn, so that one undo covers it. An agent's work stays one turn.
    if (!desk.isWorking) session.beginTurn();
    const id = personsCallId();
    if (isOwn) this.#ownCalls.set(id, commandOf(input));
    const { outcome } = session.call({ id, name: tool, input });
    if (isInTerminal) void outcome.then(() => onTerminal(id));
  }
}

/** A pasted line that was too long. */
export function cutNotice(count: number): Notice {
  const text = phrase("A line has at most {count} characters, so the rest was cut.", { count });
  return { text, style: "warning" };
}
