import { phrase } from "../../language/phrase.ts";
import { parseKey, type RgbColor, type Terminal } from "@earendil-works/pi-tui";
import type { Message } from "@toolwright/agent";
import type { Mode } from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import { messageOf, type Phrase, recorded } from "@toolwright/core/internal";
import { Completions } from "../prompt/completions.ts";
import { editInEditor } from "../prompt/edit-in-editor.ts";
import type { HistoryFile } from "../prompt/history-file.ts";
import { maxPromptLength } from "../prompt/prompt.ts";
import { mentionOfPasted } from "../prompt/pasted-path.ts";
import { PromptArea } from "../prompt/prompt-area.ts";
import type { Theme } from "../../text/theme.ts";
import type { TerminalOptions } from "../terminal-options.ts";
import { historyRows } from "../agent/history-rows.ts";
import { AgentDesk } from "../agent/agent-desk.ts";
import type { AgentRow, AgentView, ViewEvent } from "../agent/agent-view.ts";
import { modeAfter, switchMode } from "../agent/mode-switch.ts";
import type { EndedCall } from "../transcript/call-view.ts";
import { sentLines } from "../transcript/sent-lines.ts";
import type { CommandContext } from "./commands.ts";
import { Attention } from "./attention.ts";
import { cutNotice, LineSender } from "./line-sender.ts";
import { livePart } from "./live-part.ts";
import { NoticeBoard } from "./notice-board.ts";
import { Pages } from "./pages.ts";
import { QuestionController } from "./question-controller.ts";
import { Screen } from "./screen.ts";
import type { ScreenState } from "./screen-state.ts";
import { Spinner } from "./spinner.ts";
import { Transcript } from "./transcript.ts";
import { welcomeLines } from "./welcome-lines.ts";
import { WorkPrinter } from "./work-printer.ts";

export interface InteractiveModeOptions
  extends Pick<
    TerminalOptions,
    | "session"
    | "undo"
    | "journal"
    | "refreshTools"
    | "agent"
    | "servers"
    | "terminals"
    | "setMode"
    | "clearLabel"
    | "version"
  > {
  readonly workspaceName: string;
  readonly history: HistoryFile;
  readonly look: Theme;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The time between two presses of Ctrl-C that quit. */
const quitMs = 2_000;
const interrupted = 130;

/** Interactive mode on a screen: its contents, and how keys and the session's events change them. */
export class InteractiveMode {
  /** Resolves to the exit status at the end; rejects with an error of the screen itself. */
  readonly ended: Promise<number>;

  /** Everything that is finished. */
  readonly transcript: Transcript;

  readonly #options: InteractiveModeOptions;

  readonly #screen: Screen;
  readonly #prompt: PromptArea;
  readonly #completions: Completions;
  readonly #questions: QuestionController;
  readonly #notices = new NoticeBoard(() => this.#screen.requestRender());
  readonly #spinner = new Spinner(() => this.#screen.requestRender());
  readonly #desk: AgentDesk;
  readonly #printer: WorkPrinter;
  readonly #attention: Attention;
  readonly #settle: PromiseWithResolvers<number>;
  readonly #sender: LineSender;
  readonly #pages: Pages;
  readonly #followed = new WeakSet<Job>();
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
    this.#attention = new Attention(terminal, look);
    this.#printer = new WorkPrinter({
      look,
      transcript: this.transcript,
      session,
      now: options.now,
      onRow: (row) => this.#onRow(row),
      onChange: () => this.#screen.requestRender(),
    });
    this.#screen = new Screen({
      terminal,
      transcript: this.transcript,
      live: (width) => this.live(width),
      onResize: () => this.#printWhereCut(),
      onFault: (thrown) => this.#fail(thrown),
    });
    this.#completions = new Completions(() => this.#sender.vocabulary, session.workspace);
    const edit = (text: string, suffix: string): Promise<string | null> =>
      this.#screen.away(() => editInEditor(text, { environment: options.environment, suffix }));
    this.#prompt = new PromptArea({
      tui: this.#screen,
      look,
      history,
      completions: this.#completions,
      onSend: (text) => this.#send(text),
      onCut: () => this.#notices.show(cutNotice(maxPromptLength)),
      pasted: (text) => (this.#desk.model === null ? text : mentionOfPasted(text)),
      edit: (text) => edit(text, ".md"),
    });
    this.#questions = new QuestionController({
      approvals: session.approvals,
      tui: this.#screen,
      look,
      roots: session.workspace.roots,
      now: options.now,
      isOwn: (callId) => this.#sender.isOwn(callId),
      onChange: (isNew) => {
        if (isNew) this.#attention.asked();
        this.#printWhereCut();
        this.#screen.requestRender();
      },
      onLate: () =>
        this.#notices.show({ text: phrase("That question is no longer open."), style: "warning" }),
      edit: (text) => edit(text, ".json"),
    });
    this.#desk = new AgentDesk({
      session,
      maker: options.agent ?? null,
      ...(options.journal !== undefined && { journal: options.journal }),
      onEvent: (event) => this.#onEvent(event),
      onQueue: () => this.#screen.requestRender(),
      onUnsent: (text, hasEndedWell) => this.#onUnsent(text, hasEndedWell),
      onProblem: (reason) => this.#tell(recorded(reason), "bad"),
    });
    this.#sender = new LineSender({
      session,
      desk: this.#desk,
      look,
      onSent: (text) => this.#printer.section(sentLines(text, look, this.#width)),
      commandContext: () => this.#commandContext(),
      onCommandEnd: () => this.#screen.requestRender(),
      warn: (message) => this.#tell(message, "warning"),
      onTerminal: (callId) => this.#pages.attachTo(callId),
    });
    this.#pages = new Pages({
      ...options,
      screen: this.#screen,
      printer: this.#printer,
      questions: this.#questions,
      desk: this.#desk,
    });
  }

  /** Takes over the terminal and draws. */
  start(): void {
    const { session, version, look } = this.#options;
    const folder = session.workspace.roots.join(", ");
    const { tools } = this.#sender.vocabulary;
    const { model } = this.#desk;
    this.#printer.lines(welcomeLines({ version, folder, tools, model, look, width: this.#width }));
    this.#screen.setFocus({
      render: () => [],
      invalidate() {},
      handleInput: (data) => this.#handleInput(data),
    });
    this.#screen.start();
    void this.#desk.warmUp().then((messages) => this.#showHistory(messages));
  }

  /** Asks the terminal for the colour of its background; one that doesn't know the question says nothing. */
  onBackground(listener: (colour: RgbColor) => void): void {
    void this.#screen.queryTerminalBackgroundColor({ timeoutMs: 1_000 }).then((colour) => {
      if (colour === undefined || this.#isOver) return;
      listener(colour);
      this.#screen.requestRender();
    });
  }

  get state(): ScreenState {
    return {
      calls: this.#view.calls,
      view: this.#view,
      agent: this.#desk.state,
      questions: this.#questions.open,
      isTyping: this.#questions.isTyping,
      programs: this.#programs,
      notice: this.#notices.notice,
      mode: this.#options.session.policy.mode,
    };
  }

  /** The ids of running programs with a terminal of their own. */
  get #programs(): readonly string[] {
    const jobs = this.#options.terminals?.() ?? [];
    for (const job of jobs) {
      if (this.#followed.has(job)) continue;
      this.#followed.add(job);
      void job.ended.then(() => this.#screen.requestRender());
    }
    return jobs.map(({ id }) => id);
  }

  /** The typed text that wasn't sent yet. */
  get line(): string {
    return this.#prompt.line;
  }

  /** The rows below the transcript, as they are drawn now. */
  live(width: number): string[] {
    // At the end the library writes a blank at the cursor, which belongs below the transcript.
    return this.#isOver ? [""] : this.#livePart(width).rows;
  }

  /** Prints a notice. */
  tell(message: Phrase): void {
    this.#tell(message, "warning");
  }

  #tell(message: Phrase, style: "warning" | "bad"): void {
    this.#printer.tell(message, style, this.#width);
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
    this.#notices.close();
    this.#spinner.turn(false);
  }

  #fail(thrown: unknown): void {
    this.#options.session.cancel(undefined, "The terminal was closed.");
    this.#giveBack();
    this.#settle.reject(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
  }

  #giveBack(): void {
    this.close();
    this.#screen.stop();
  }

  get #view(): AgentView {
    return this.#printer.view;
  }

  #onEvent(event: ViewEvent): void {
    this.#printer.apply(event);
    const { run, calls } = this.#view;
    const isBusy = run !== null || calls.some(({ isAsking }) => !isAsking);
    this.#spinner.turn(!this.#isOver && isBusy);
    this.#screen.requestRender();
  }

  #onRow(row: AgentRow): void {
    if (row.type === "end") this.#attention.ended(row.durationMs);
    if (row.type !== "call") return;
    this.#lastCall = row.call;
    this.#sender.onCallEnd(row.call);
  }

  /** Messages that came too late go into the next run, or back to the person after an interruption. */
  #onUnsent(text: string, hasEndedWell: boolean): void {
    if (hasEndedWell) this.#sender.message(text);
    else this.#prompt.line = [text, this.#prompt.line].filter((part) => part !== "").join("\n\n");
    this.#screen.requestRender();
  }

  /** Prints a question that doesn't fit on the screen to the transcript, so that all of it is visible. */
  #printWhereCut(): void {
    const [question] = this.#questions.open;
    if (question === undefined || question.id === this.#printedQuestion) return;
    if (!this.#livePart(this.#width).isQuestionCut) return;
    this.#printedQuestion = question.id;
    this.#printer.section(question.whole(this.#width));
  }

  #handleInput(data: string): void {
    if (this.#isOver) return;
    try {
      if (this.#pages.isOpen) this.#pages.handleInput(data);
      else if (parseKey(data) === "ctrl+c") this.#interrupt();
      else if (parseKey(data) === "ctrl+o") this.#pages.openActivity();
      else if (parseKey(data) === "shift+tab") {
        void this.#setMode(modeAfter(this.#options.session.policy.mode));
      } else if (!this.#questions.handleInput(data)) this.#typeInPrompt(data);
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
    } else this.#prompt.clear();
    this.#notices.show({ text: told, style: "warning" });
  }

  #typeInPrompt(data: string): void {
    this.#questions.noteTyping();
    this.#notices.set(null);
    const key = parseKey(data);
    const { isEmpty, isEscapeFree } = this.#prompt;
    if (key === "ctrl+d" && isEmpty) this.quit(0);
    else if (key === "ctrl+l") this.#clear();
    else if (key === "ctrl+b" && isEmpty && this.#view.calls.length > 0) {
      this.#options.session.moveToBackground();
    } else if (key === "escape" && isEscapeFree && this.#desk.interrupt()) {
      this.#notices.show({ text: phrase("Interrupted"), style: "warning" });
    } else this.#prompt.handleInput(data);
  }

  async #setMode(mode: Mode): Promise<void> {
    await switchMode(mode, this.#options);
    this.#screen.requestRender();
  }

  #send(text: string): void {
    const problem = this.#sender.send(text, () => {
      this.#prompt.line = "";
      const forgotten = this.#prompt.remember(text);
      if (forgotten !== null) this.tell(forgotten);
    });
    if (problem !== null) this.#notices.set(problem);
  }

  #commandContext(): CommandContext {
    return {
      ...this.#options,
      tools: this.#sender.vocabulary.tools,
      display: this.#display,
      lastCall: this.#lastCall,
      print: (rows) => this.#printer.lines(rows),
      warn: (message) => this.#tell(message, "bad"),
      clear: () => this.#clear(),
      quit: () => this.quit(0),
      desk: this.#desk,
      usage: this.#view.usage,
      setMode: (mode) => this.#setMode(mode),
      setLine: (text) => void (this.#prompt.line = text),
      attach: (job) => this.#pages.attach(job),
      showHistory: (messages) => this.#showHistory(messages),
    };
  }

  #showHistory(messages: readonly Message[]): void {
    const rows = historyRows(messages, this.#options.session.id);
    for (const row of rows) this.#printer.print(row);
    this.#screen.requestRender();
  }

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
    return livePart(state, {
      look,
      width,
      height: terminal.rows,
      workspaceName,
      toolCount: this.#sender.vocabulary.tools.length,
      mainId: this.#options.session.id,
      nowMs: now(),
      frame: this.#spinner.frame,
      promptRows: this.#prompt.draw(width, isWaiting),
      answerRows: this.#printer.answerRows(state.view.run?.text ?? "", width),
    });
  }

  #clear(): void {
    this.transcript.clear();
    this.#screen.erase();
  }
}
