import { phrase } from "../language/phrase.ts";
import type { Message, UserPart } from "@toolwright/agent";
import { Writable } from "node:stream";
import { modes } from "@toolwright/core";
import { type Phrase, recorded } from "@toolwright/core/internal";
import { createTerminalApprover } from "../approvers/terminal-approver.ts";
import { signatureOf } from "../input/tool-signature.ts";
import { linesText } from "../text/terminal-lines.ts";
import { commandOf, isAskedByMode, ordered, personsCallId } from "./own-calls.ts";
import { type CommandContext, commandsIn, runTerminalCommand } from "./screen/commands.ts";
import { readLine, type Vocabulary } from "./screen/screen-state.ts";
import { welcomeLines } from "./screen/welcome-lines.ts";
import { PlainInput } from "./plain-input.ts";
import { endOfJob, type TerminalOptions } from "./terminal-options.ts";
import { themeFor } from "../text/theme.ts";
import type { Line } from "../text/styled-line.ts";
import { AgentDesk } from "./agent/agent-desk.ts";
import {
  type AgentRow,
  type AgentView,
  idleView,
  reduceAgent,
  type ViewEvent,
} from "./agent/agent-view.ts";
import { historyRows } from "./agent/history-rows.ts";
import { attachedParts, isShownWhole, mentionsIn } from "./agent/attachments.ts";
import { switchMode } from "./agent/mode-switch.ts";
import { personCommandNote } from "./agent/notes.ts";
import { callLines, rowLines } from "./agent/row-blocks.ts";
import type { EndedCall } from "./transcript/call-view.ts";
import { briefLimits } from "./transcript/display-lines.ts";
import { messageLines } from "./transcript/outcome-lines.ts";

/** The time between two presses of Ctrl-C that quit. */
const quitMs = 2_000;
const interrupted = 130;

/** No key opens a call here. */
const plainLimits = { ...briefLimits, hint: phrase("/show prints all") };

/**
 * Interactive mode line by line, for terminals that can't move the cursor: the same calls, commands and
 * answers, with the terminal's own line editing. It writes only text, line ends and, if supported,
 * colours. Resolves to the exit status, as `runTerminal` does.
 */
export function runPlainTerminal(options: TerminalOptions): Promise<number> {
  return new PlainTerminal(options).run();
}

class PlainTerminal {
  readonly #options: TerminalOptions;
  readonly #input: PlainInput;
  /** Not marked as a terminal, so that libraries don't move the cursor. */
  readonly #output: Writable;
  readonly #look: ReturnType<typeof themeFor>;
  readonly #columns: number;
  readonly #leaving = new AbortController();
  readonly #ownCalls = new Set<string>();
  readonly #desk: AgentDesk;
  #view: AgentView = idleView;
  #lastCall: EndedCall | null = null;
  #status = 0;
  /** The run that works, or the last one. */
  #run: Promise<void> = Promise.resolve();
  /** Questions that wait until the person has ended the line. */
  readonly #gates: (() => void)[] = [];
  #lastInterruptMs = Number.NEGATIVE_INFINITY;

  constructor(options: TerminalOptions) {
    const { stdin = process.stdin, stdout = process.stdout, environment = process.env } = options;
    this.#options = options;
    this.#input = new PlainInput(stdin);
    this.#columns = Math.max(20, (stdout.columns || 80) - 1);
    this.#look = themeFor(environment, options.language);
    this.#output = new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) =>
        void stdout.write(chunk, () => done()),
    });
    this.#desk = new AgentDesk({
      session: options.session,
      maker: options.agent ?? null,
      ...(options.journal !== undefined && { journal: options.journal }),
      onEvent: (event) => this.#onEvent(event),
      onQueue: () => {},
      onUnsent: (text, hasEndedWell) => this.#onUnsent(text, hasEndedWell),
      onProblem: (reason) => this.#say(recorded(reason), "bad"),
    });
  }

  async run(): Promise<number> {
    const { session, version } = this.#options;
    const stops = this.#listen();
    const folder = session.workspace.roots.join(", ");
    const { tools } = this.#vocabulary;
    this.#print(
      welcomeLines({
        version,
        folder,
        tools,
        model: this.#desk.model,
        look: this.#look,
        width: this.#columns,
      }),
    );
    this.#showHistory(await this.#desk.warmUp());
    try {
      await this.#takeLines();
      return this.#status;
    } finally {
      this.#desk.close();
      session.cancel(undefined, "The terminal was closed.");
      this.#input.close();
      for (const stop of stops) stop();
    }
  }

  /** Until the person quits. At the end of the input, the agent ends its work first. */
  async #takeLines(): Promise<void> {
    const { signal } = this.#leaving;
    this.#prompt();
    for (;;) {
      const typed = await this.#input.next(signal);
      if (typed === null) break;
      this.#openGate();
      await this.#send(typed);
      if (!this.#desk.isWorking) this.#prompt();
    }
    this.#openGate();
    while (!signal.aborted && this.#desk.isWorking) await this.#run;
  }

  #prompt(): void {
    if (!this.#leaving.signal.aborted) this.#output.write(`${this.#look.glyphs.prompt} `);
  }

  #listen(): readonly (() => void)[] {
    const { session, onJobEnd, onSettingsNews } = this.#options;
    const tell = (message: Phrase): void => this.#say(message, "warning");
    const approver = createTerminalApprover({
      input: this.#input.answers,
      output: this.#output,
      look: this.#look,
      roots: session.workspace.roots,
    });
    const asked = async <Answer>(signal: AbortSignal, ask: () => Promise<Answer>) => {
      await this.#gate(signal);
      return this.#input.forQuestion(ask);
    };
    const detach = session.approvals.attach({
      ...approver,
      ask: async (question, signal) =>
        this.#ownCalls.has(question.callId) && isAskedByMode(question)
          ? { outcome: "once" }
          : ((await asked(signal, () => approver.ask(question, signal))) ??
            (this.#input.hasEnded ? { outcome: "cancel" } : undefined)),
      elicit: async (elicitation, signal) =>
        (await asked(signal, async () => approver.elicit?.(elicitation, signal))) ??
        (this.#input.hasEnded ? { action: "cancel" } : undefined),
    });
    const signals = [
      onSignal("SIGINT", () => this.#interrupt()),
      onSignal("SIGTERM", () => this.#quit(143)),
      onSignal("SIGHUP", () => this.#quit(129)),
    ];
    return [
      detach,
      ...signals,
      onJobEnd?.((job) => tell(endOfJob(job))) ?? (() => {}),
      onSettingsNews?.((message) => tell(recorded(message))) ?? (() => {}),
    ];
  }

  #onEvent(event: ViewEvent): void {
    const mainId = this.#options.session.id;
    const nowMs = performance.now();
    const { view, rows } = reduceAgent(this.#view, event, { mainId, nowMs });
    this.#view = view;
    for (const row of rows) this.#printRow(row);
  }

  /** A model's text is printed as it wrote it: drawn tables are hard to listen to. Its reasoning is left out. */
  #printRow(row: AgentRow): void {
    if (row.type === "call") this.#lastCall = row.call;
    if (row.type === "text") {
      this.#print(messageLines(row.text, null, this.#columns));
    } else if (row.type === "call" && isShownWhole(row.call.view.callId)) {
      this.#print(callLines(row.call, { ...this.#display, isWhole: false }, plainLimits));
    } else if (row.type !== "reasoning") {
      this.#print(rowLines(row, this.#look, this.#columns, plainLimits));
    }
  }

  /**
   * While the agent works, the person may be in the middle of a line. It ends as a message, and only then the question
   * takes lines.
   */
  async #gate(signal: AbortSignal): Promise<void> {
    if (!this.#desk.isWorking || this.#input.hasEnded) return;
    if (this.#gates.length === 0) {
      this.#say(phrase("A question waits. Press Enter to see it."), "warning");
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.push(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
  }

  #openGate(): void {
    for (const open of this.#gates.splice(0)) open();
  }

  async #send(text: string): Promise<void> {
    const { session } = this.#options;
    const parsed = ordered(readLine(text, this.#vocabulary), session);
    if (parsed.type === "problem") this.#say(parsed.message, "bad");
    if (parsed.type === "command") await runTerminalCommand(parsed, this.#commandContext());
    if (parsed.type === "message") this.#tellAgent(parsed.text);
    if (parsed.type !== "call") return;
    session.beginTurn();
    const id = personsCallId();
    if (parsed.isOwn) this.#ownCalls.add(id);
    const outcome = await session.call({ id, name: parsed.tool, input: parsed.input }).outcome;
    if (!this.#ownCalls.delete(id) || this.#desk.model === null) return;
    this.#desk.note(personCommandNote(commandOf(parsed.input), outcome));
  }

  /** While the agent works, the message waits until the model gets it. */
  #tellAgent(text: string): void {
    const { session } = this.#options;
    const mentions = mentionsIn(text);
    const warn = (message: Phrase): void => this.#say(message, "warning");
    const takesImages = this.#desk.state?.takesImages ?? true;
    const attach = (): Promise<readonly UserPart[]> =>
      attachedParts(mentions, { session, takesImages, warn });
    const isQueued = this.#desk.isWorking;
    const sent = this.#desk.send(text, mentions.length === 0 ? undefined : attach);
    if (isQueued) this.#say(phrase("Queued. The model gets it before its next step."), "dim");
    else this.#run = sent.then(() => this.#afterRun());
  }

  #afterRun(): void {
    // A message that came too late has begun another run.
    if (!this.#desk.isWorking) this.#prompt();
  }

  /** Messages that the model didn't get: into the next run, or back to the person. */
  #onUnsent(text: string, hasEndedWell: boolean): void {
    if (hasEndedWell) this.#tellAgent(text);
    else this.#say(phrase("Not sent: {text}", { text }), "warning");
  }

  #showHistory(messages: readonly Message[]): void {
    for (const row of historyRows(messages, this.#options.session.id)) this.#printRow(row);
  }

  #commandContext(): CommandContext {
    return {
      ...this.#options,
      tools: this.#vocabulary.tools,
      display: this.#display,
      lastCall: this.#lastCall,
      print: (rows) => this.#print(rows),
      warn: (message) => this.#say(message, "bad"),
      // A terminal that can't move its cursor can't be cleared.
      clear: () => {},
      quit: () => this.#quit(0),
      desk: this.#desk,
      usage: this.#view.usage,
      setMode: (mode) => switchMode(mode, this.#options),
      // The terminal edits its own line.
      setLine: (text) => this.#print(messageLines(text, "dim", this.#columns)),
      attach: null,
      showHistory: (messages) => this.#showHistory(messages),
    };
  }

  #interrupt(): void {
    const nowMs = performance.now();
    const isSecond = nowMs - this.#lastInterruptMs < quitMs;
    this.#lastInterruptMs = nowMs;
    if (isSecond) this.#quit(interrupted);
    else if (this.#desk.interrupt())
      this.#say(phrase("Interrupted. Press Ctrl-C again to quit"), "warning");
    else if (this.#view.calls.length > 0) {
      this.#options.session.cancel(undefined, "Cancelled by Ctrl-C.");
    } else this.#say(phrase("Press Ctrl-C again to quit"), "warning");
  }

  #quit(status: number): void {
    this.#status = status;
    this.#leaving.abort();
    this.#options.session.cancel(undefined, "The terminal was closed.");
  }

  get #vocabulary(): Vocabulary {
    const shown = this.#options.session.tools.filter(({ exposure }) => exposure !== "hidden");
    const { language } = this.#look;
    const hasAgent = this.#desk.model !== null;
    return {
      tools: shown.map(signatureOf),
      commands: commandsIn(language, hasAgent),
      modes,
      language,
      hasAgent,
    };
  }

  get #display(): CommandContext["display"] {
    return { look: this.#look, width: this.#columns };
  }

  #say(message: Phrase, style: "bad" | "warning" | "dim"): void {
    this.#print(messageLines(this.#look.language.say(message), style, this.#columns));
  }

  #print(rows: readonly Line[]): void {
    this.#output.write(linesText(rows, this.#look));
  }
}

function onSignal(signal: NodeJS.Signals, listener: () => void): () => void {
  process.on(signal, listener);
  return () => process.off(signal, listener);
}
