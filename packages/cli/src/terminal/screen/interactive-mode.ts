import { phrase } from "../../language/phrase.ts";
import { randomUUID } from "node:crypto";
import { parseKey, type Terminal } from "@earendil-works/pi-tui";
import { type Mode, modes, type Session } from "@toolwright/core";
import { messageOf, type Phrase, recorded } from "@toolwright/core/internal";
import type { AwaitableJournal } from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import { signatureOf } from "../../input/tool-signature.ts";
import { commandOf, ordered, type OrderedLine } from "../own-calls.ts";
import { Completions } from "../prompt/completions.ts";
import { type HistoryFile, isMemorable } from "../prompt/history-file.ts";
import { HistorySearch } from "../prompt/history-search.ts";
import { maxPromptLength, Prompt } from "../prompt/prompt.ts";
import type { Theme } from "../../text/theme.ts";
import { emptyLine, type Line } from "../../text/styled-line.ts";
import { AgentDesk, type AgentMaker } from "../agent/agent-desk.ts";
import { type AgentView, idleView, reduceAgent, type ViewEvent } from "../agent/agent-view.ts";
import { modeNote, personCommandNote } from "../agent/notes.ts";
import type { EndedCall } from "../transcript/call-view.ts";
import { messageLines } from "../transcript/outcome-lines.ts";
import { sentLines } from "../transcript/sent-lines.ts";
import { Alarm } from "./alarm.ts";
import { type CommandContext, commandsIn, runTerminalCommand } from "./commands.ts";
import { livePart } from "./live-part.ts";
import { QuestionController } from "./question-controller.ts";
import { Screen } from "./screen.ts";
import { type Notice, readLine, type ScreenState, type Vocabulary } from "./screen-state.ts";
import { Spinner } from "./spinner.ts";
import { Transcript } from "./transcript.ts";
import { welcomeLines } from "./welcome-lines.ts";
import { WorkPrinter } from "./work-printer.ts";

export interface InteractiveModeOptions {
  readonly session: Session;
  readonly undo?: Undo;
  readonly journal?: Pick<AwaitableJournal, "entries">;
  readonly refreshTools?: () => Promise<void>;
  readonly agent?: AgentMaker;
  readonly workspaceName: string;
  readonly version: string;
  readonly history: HistoryFile;
  readonly look: Theme;
  readonly terminal: Terminal;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The time between two presses of Ctrl-C that quit. */
const quitMs = 2_000;
const interrupted = 130;
/** The beginning of the ids of calls that the person types. */
const personsCall = "typed-";

/** Interactive mode on a screen: its contents, and how keys and the session's events change them. */
export class InteractiveMode {
  /** Resolves to the exit status at the end; rejects with an error of the screen itself. */
  readonly ended: Promise<number>;

  /** Everything that is finished. */
  readonly transcript: Transcript;

  readonly #options: InteractiveModeOptions;

  readonly #screen: Screen;
  readonly #prompt: Prompt;
  readonly #completions: Completions;
  readonly #questions: QuestionController;
  readonly #noticeAlarm = new Alarm();
  readonly #spinner = new Spinner(() => this.#screen.requestRender());
  readonly #desk: AgentDesk;
  readonly #printer: WorkPrinter;
  readonly #settle: PromiseWithResolvers<number>;
  /** The person's own calls, as `!command`, with their command lines. */
  readonly #ownCalls = new Map<string, string>();
  /** Lines that were sent, oldest first. */
  #sent: readonly string[];
  #search: HistorySearch | null = null;
  #known: { readonly of: Session["tools"]; readonly vocabulary: Vocabulary } | null = null;
  #view: AgentView = idleView;
  #notice: Notice | null = null;
  #lastCall: EndedCall | null = null;
  /** The id of the question that the transcript shows as a whole. */
  #printedQuestion = "";
  #lastInterruptMs = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(options: InteractiveModeOptions) {
    const { session, history, look, terminal } = options;
    this.#options = options;
    this.#settle = Promise.withResolvers();
    this.ended = this.#settle.promise;
    this.transcript = new Transcript(look);
    this.#printer = new WorkPrinter({
      look,
      transcript: this.transcript,
      isPersons: (callId) => callId.startsWith(personsCall),
      onHighlight: () => this.#screen.requestRender(),
    });
    this.#screen = new Screen({
      terminal,
      transcript: this.transcript,
      live: (width) => this.live(width),
      onResize: () => this.#printWhereCut(),
      onFault: (thrown) => this.#fail(thrown),
    });
    this.#completions = new Completions(() => this.#vocabulary, session.workspace);
    this.#prompt = new Prompt(this.#screen, {
      look,
      sign: `${look.glyphs.prompt} `,
      onSend: (text) => this.#send(text),
      onCut: () => this.#onCut(),
      completions: this.#completions,
    });
    this.#sent = history.entries;
    for (const line of history.entries) this.#prompt.remember(line);
    this.#questions = new QuestionController({
      approvals: session.approvals,
      tui: this.#screen,
      look,
      roots: session.workspace.roots,
      now: options.now,
      isOwn: (callId) => this.#ownCalls.has(callId),
      onChange: () => this.#onQuestions(),
      onLate: () =>
        this.#notify({ text: phrase("That question is no longer open."), style: "warning" }),
    });
    this.#desk = new AgentDesk({
      session,
      maker: options.agent ?? null,
      onEvent: (event) => this.#onEvent(event),
      onQueue: () => this.#screen.requestRender(),
      onUnsent: (text, hasEndedWell) => this.#onUnsent(text, hasEndedWell),
      onProblem: (reason) => this.#warn(recorded(reason)),
    });
  }

  /** Takes over the terminal and draws. */
  start(): void {
    const { session, version, look } = this.#options;
    const folder = session.workspace.roots.join(", ");
    const { tools } = this.#vocabulary;
    const { model } = this.#desk;
    this.#printBelow(welcomeLines({ version, folder, tools, model, look, width: this.#width }));
    this.#screen.setFocus({
      render: () => [],
      invalidate() {},
      handleInput: (data) => this.#handleInput(data),
    });
    this.#screen.start();
    this.#desk.warmUp();
  }

  get state(): ScreenState {
    return {
      calls: this.#view.calls,
      view: this.#view,
      agent: this.#agentState,
      questions: this.#questions.open,
      isTyping: this.#questions.isTyping,
      notice: this.#notice,
      mode: this.#options.session.policy.mode,
    };
  }

  get #agentState(): ScreenState["agent"] {
    const { model, queued } = this.#desk;
    if (model === null) return null;
    const known = this.#options.agent?.models.find(({ id }) => id === model);
    return { model, contextTokens: known?.contextTokens ?? null, queued };
  }

  /** The typed text that wasn't sent yet. */
  get line(): string {
    return this.#prompt.line;
  }

  /** The rows below the transcript, as they are drawn now. */
  live(width: number): string[] {
    return this.#isOver ? [] : this.#livePart(width).rows;
  }

  /** Prints a notice. */
  tell(message: Phrase): void {
    const text = this.#options.look.language.say(message);
    this.#printBelow(messageLines(text, "warning", this.#width));
  }

  /** Cancels running calls, restores the terminal and ends. The first status counts. */
  quit(status: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#desk.close();
    this.#options.session.cancel(undefined, "The terminal was closed.");
    this.#screen.renderNow();
    this.#giveBack();
    this.#settle.resolve(status);
  }

  /** Stops listening to the session. */
  close(): void {
    this.#isOver = true;
    this.#questions.close();
    this.#desk.close();
    this.#completions.close();
    this.#noticeAlarm.clear();
    this.#spinner.turn(false);
  }

  #fail(thrown: unknown): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#options.session.cancel(undefined, "The terminal was closed.");
    }
    this.#giveBack();
    this.#settle.reject(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
  }

  #giveBack(): void {
    this.close();
    this.#screen.stop();
  }

  // The session's events.

  #onEvent(event: ViewEvent): void {
    const nowMs = this.#options.now();
    const mainId = this.#options.session.id;
    const { view, rows } = reduceAgent(this.#view, event, { mainId, nowMs });
    this.#view = view;
    for (const row of rows) {
      if (row.type === "call") this.#onCallEnd(row.call);
      this.#printer.print(row);
    }
    const isBusy = view.run !== null || view.calls.some(({ isAsking }) => !isAsking);
    this.#spinner.turn(!this.#isOver && isBusy);
    this.#screen.requestRender();
  }

  #onCallEnd(call: EndedCall): void {
    this.#lastCall = call;
    const command = this.#ownCalls.get(call.view.callId);
    if (command === undefined) return;
    this.#ownCalls.delete(call.view.callId);
    if (this.#desk.model !== null) this.#desk.note(personCommandNote(command, call.outcome));
  }

  /** Messages that came too late go into the next run, or back to the person after an interruption. */
  #onUnsent(text: string, hasEndedWell: boolean): void {
    if (hasEndedWell) this.#sendMessage(text);
    else this.#prompt.line = [text, this.#prompt.line].filter((part) => part !== "").join("\n\n");
    this.#screen.requestRender();
  }

  #onQuestions(): void {
    this.#printWhereCut();
    this.#screen.requestRender();
  }

  /** Prints a question that doesn't fit on the screen to the transcript, so that all of it is visible. */
  #printWhereCut(): void {
    const [question] = this.#questions.open;
    if (question === undefined || question.id === this.#printedQuestion) return;
    if (!this.#livePart(this.#width).isQuestionCut) return;
    this.#printedQuestion = question.id;
    this.#print(question.whole(this.#width));
  }

  // Keys.

  #handleInput(data: string): void {
    if (this.#isOver) return;
    try {
      if (parseKey(data) === "ctrl+c") this.#interrupt();
      else if (!this.#questions.handleInput(data)) this.#typeInPrompt(data);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #interrupt(): void {
    const nowMs = this.#options.now();
    const isSecond = nowMs - this.#lastInterruptMs < quitMs;
    this.#lastInterruptMs = nowMs;
    if (isSecond) {
      this.quit(interrupted);
      return;
    }
    let told = phrase("Press Ctrl-C again to quit");
    if (this.#desk.interrupt()) told = phrase("Interrupted. Press Ctrl-C again to quit");
    else if (this.#questions.cancelFirst()) told = phrase("Cancelled. Press Ctrl-C again to quit");
    else if (this.#view.calls.length > 0) {
      told = phrase("Cancelling. Press Ctrl-C again to quit");
      this.#options.session.cancel(undefined, "Cancelled by Ctrl-C.");
    } else if (this.#search !== null) this.#search = null;
    else this.#prompt.line = "";
    this.#notify({ text: told, style: "warning" });
  }

  #typeInPrompt(data: string): void {
    this.#questions.noteTyping();
    this.#notice = null;
    const key = parseKey(data);
    const isEmpty = this.#prompt.getText() === "" && this.#search === null;
    if (key === "ctrl+d" && isEmpty) this.quit(0);
    else if (key === "ctrl+l") this.#clear();
    else if (key === "shift+tab") this.#nextMode();
    else if (key === "ctrl+b" && isEmpty && this.#view.calls.length > 0) {
      this.#options.session.moveToBackground();
    } else if (key === "escape" && this.#isEscapeFree && this.#desk.interrupt()) {
      this.#notify({ text: phrase("Interrupted"), style: "warning" });
    } else if (this.#search !== null) this.#search.handleInput(data);
    else if (key === "ctrl+r") this.#startSearch();
    else this.#prompt.handleInput(data);
  }

  /** Whether Esc closes nothing. */
  get #isEscapeFree(): boolean {
    return this.#search === null && !this.#prompt.isShowingAutocomplete();
  }

  #nextMode(): void {
    const { session } = this.#options;
    const next = modes[(modes.indexOf(session.policy.mode) + 1) % modes.length];
    if (next !== undefined) this.#setMode(next);
  }

  #setMode(mode: Mode): void {
    const { session } = this.#options;
    session.setMode(mode);
    if (this.#desk.model !== null) this.#desk.note(modeNote(session.policy.mode));
    this.#screen.requestRender();
  }

  #startSearch(): void {
    const done = (line: string | null): void => {
      this.#search = null;
      if (line !== null) this.#prompt.line = line;
    };
    const { look } = this.#options;
    this.#search = new HistorySearch(this.#sent, { tui: this.#screen, look, done });
  }

  #onCut(): void {
    const text = phrase("A line has at most {count} characters, so the rest was cut.", {
      count: maxPromptLength,
    });
    this.#notify({ text, style: "warning" });
  }

  // Sending.

  /** The session may add tools between steps. */
  get #vocabulary(): Vocabulary {
    const { tools } = this.#options.session;
    if (this.#known?.of === tools) return this.#known.vocabulary;
    const shown = tools.filter(({ exposure }) => exposure !== "hidden").map(signatureOf);
    const { language } = this.#options.look;
    const hasAgent = this.#desk.model !== null;
    const vocabulary = { tools: shown, commands: commandsIn(language), modes, language, hasAgent };
    this.#known = { of: tools, vocabulary };
    return vocabulary;
  }

  #send(text: string): void {
    const { session, look } = this.#options;
    const parsed = ordered(readLine(text, this.#vocabulary), session);
    if (parsed.type === "empty") return;
    if (parsed.type === "problem") {
      this.#notice = { text: parsed.message, style: "bad" };
      return;
    }
    this.#prompt.line = "";
    this.#remember(text);
    if (parsed.type === "message") {
      this.#sendMessage(parsed.text);
      return;
    }
    this.#print(sentLines(text, look, this.#width));
    if (parsed.type === "command") void this.#runCommand(parsed);
    else this.#call(parsed);
  }

  #remember(text: string): void {
    const forgotten = this.#options.history.append(text);
    if (isMemorable(text)) {
      this.#sent = [...this.#sent, text];
      this.#prompt.remember(text);
    }
    if (forgotten !== null) this.tell(forgotten);
  }

  /** While the agent works, the message waits below until the model gets it. */
  #sendMessage(text: string): void {
    if (!this.#desk.isWorking) this.#print(sentLines(text, this.#options.look, this.#width));
    this.#desk.send(text);
  }

  #call({ tool, input, isOwn }: Extract<OrderedLine, { readonly type: "call" }>): void {
    const { session } = this.#options;
    // Each line is a turn, so that one undo covers it. An agent's work stays one turn.
    if (!this.#desk.isWorking) session.beginTurn();
    const id = `${personsCall}${randomUUID()}`;
    if (isOwn) this.#ownCalls.set(id, commandOf(input));
    session.call({ id, name: tool, input });
  }

  async #runCommand(typed: Parameters<typeof runTerminalCommand>[0]): Promise<void> {
    await runTerminalCommand(typed, this.#commandContext());
    this.#screen.requestRender();
  }

  #commandContext(): CommandContext {
    return {
      ...this.#options,
      tools: this.#vocabulary.tools,
      display: this.#display,
      lastCall: this.#lastCall,
      print: (rows) => this.#printBelow(rows),
      warn: (message) => this.#warn(message),
      clear: () => this.#clear(),
      quit: () => this.quit(0),
    };
  }

  // Drawing.

  get #width(): number {
    return this.#screen.contentWidth;
  }

  get #display(): CommandContext["display"] {
    return { look: this.#options.look, width: this.#width };
  }

  #livePart(width: number): ReturnType<typeof livePart> {
    const { look, workspaceName, now, terminal } = this.#options;
    const { state } = this;
    const isWaiting = state.questions.length > 0 && !state.isTyping;
    this.#prompt.focused = !isWaiting;
    return livePart(state, {
      look,
      width,
      height: terminal.rows,
      workspaceName,
      toolCount: this.#vocabulary.tools.length,
      mainId: this.#options.session.id,
      nowMs: now(),
      frame: this.#spinner.frame,
      promptRows:
        this.#search?.draw(width) ?? this.#prompt.draw(width, isWaiting ? "dim" : "accent"),
      answerRows: this.#printer.answerRows(state.view.run?.text ?? "", width),
    });
  }

  /** Prints rows after an empty line. */
  #print(rows: readonly Line[]): void {
    this.#printBelow([emptyLine, ...rows]);
  }

  #printBelow(rows: readonly Line[]): void {
    this.#printer.lines(rows);
    this.#screen.requestRender();
  }

  #warn(message: Phrase): void {
    const text = this.#options.look.language.say(message);
    this.#printBelow(messageLines(text, "bad", this.#width));
  }

  #clear(): void {
    this.transcript.clear();
    this.#screen.erase();
  }

  #notify(notice: Notice): void {
    this.#noticeAlarm.set(quitMs, () => {
      if (this.#notice === notice) this.#notice = null;
      this.#screen.requestRender();
    });
    this.#notice = notice;
    this.#screen.requestRender();
  }
}
