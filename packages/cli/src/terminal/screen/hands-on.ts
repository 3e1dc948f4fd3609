import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type Elicitation,
  type ElicitationAnswer,
  type InvocationEvent,
  messageOf,
  modes,
  type Session,
} from "@toolwright/core";
import type { Undo } from "@toolwright/workspace/undo";
import { linesText } from "../../text/terminal-lines.ts";
import type { HistoryFile } from "../prompt/history-file.ts";
import type { KeyPress } from "../prompt/key-press.ts";
import { emptyText } from "../prompt/line-editor.ts";
import { PathCompletion } from "../prompt/path-completion.ts";
import {
  afterSending,
  maxPromptLength,
  offerPaths,
  paste,
  pressKey,
  promptOf,
  type PromptState,
  withText,
} from "../prompt/prompt-state.ts";
import { signatureOf } from "../prompt/tool-signature.ts";
import { wholeForm } from "../question/form-box.ts";
import { type FormState, formState, pasteIntoForm, pressFormKey } from "../question/form-state.ts";
import { idOf, type OpenQuestion } from "../question/open-question.ts";
import { wholeQuestion } from "../question/question-box.ts";
import {
  pasteIntoQuestion,
  pressQuestionKey,
  questionState,
  type QuestionState,
} from "../question/question-state.ts";
import type { Look } from "../text/look.ts";
import { emptyLine, type Line } from "../text/styled-line.ts";
import { type EndedCall, endedCall, reduceCalls } from "../transcript/call-view.ts";
import { messageLines, outcomeLines } from "../transcript/outcome-lines.ts";
import { sentLines } from "../transcript/sent-lines.ts";
import { Alarm } from "./alarm.ts";
import { type CommandContext, terminalCommands } from "./commands.ts";
import { layOutLive, type LiveLayout, type LiveOptions } from "./live-layout.ts";
import {
  type Notice,
  readLine,
  type ScreenSize,
  type ScreenState,
  type TranscriptEntry,
  type Vocabulary,
} from "./screen-state.ts";
import { TranscriptStore } from "./transcript-store.ts";
import { welcomeLines } from "./welcome-lines.ts";

export interface HandsOnOptions {
  readonly session: Session;
  readonly undo?: Undo;
  readonly workspaceName: string;
  readonly version: string;
  readonly history: HistoryFile;
  readonly look: Look;
  readonly size: ScreenSize;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** The hands-on terminal without its drawing: what it knows, and what keys and events do to it. */
export interface HandsOn {
  readonly state: () => ScreenState;
  readonly subscribe: (listener: () => void) => () => void;
  press(key: KeyPress): void;
  paste(text: string): void;
  resize(size: ScreenSize): void;
  readonly entryOf: (id: number) => TranscriptEntry | undefined;
  /** The transcript's entries have been drawn; `write` puts text above the live part. */
  drawn(write: (text: string) => void): void;
  liveOptions(size: ScreenSize, frame: number): LiveOptions;
  /** Told when the screen is to be emptied. Returns the way to stop. */
  onClear(listener: () => void): () => void;
  /** Prints a line that nobody asked for. */
  tell(message: string): void;
  /** Cancels what runs and ends it; the first status counts. */
  quit(status: number): void;
  /** The exit status, once it has ended. */
  readonly ended: Promise<number>;
  /** Leaves the session to others. */
  close(): void;
}

/** Between two presses of Ctrl-C that quit. */
const quitMs = 2_000;
/** Without a key for so long, nobody is typing. */
const typingMs = 500;
/** A question is up for so long before it can have been seen. */
const unseenMs = 250;
/** News of running calls within this time are drawn together. */
const updateMs = 40;
const interrupted = 130;

export function createHandsOn(options: HandsOnOptions): HandsOn {
  return new HandsOnTerminal(options);
}

class HandsOnTerminal implements HandsOn {
  readonly ended: Promise<number>;

  readonly #options: HandsOnOptions;
  readonly #listeners = new Set<() => void>();
  readonly #clearListeners = new Set<() => void>();
  readonly #leave: (() => void)[];
  /** How each open form is answered, by its id. */
  readonly #forms = new Map<string, (answer: ElicitationAnswer) => void>();
  readonly #transcript = new TranscriptStore();
  readonly #paths: PathCompletion;
  readonly #updateAlarm = new Alarm();
  readonly #typingAlarm = new Alarm();
  readonly #noticeAlarm = new Alarm();
  #resolveEnded: (status: number) => void = () => {};
  #known: { readonly of: Session["tools"]; readonly vocabulary: Vocabulary } | null = null;
  #state: ScreenState;
  #size: ScreenSize;
  #lastCall: EndedCall | null = null;
  #lastKeyMs = Number.NEGATIVE_INFINITY;
  #lastInterruptMs = Number.NEGATIVE_INFINITY;
  /** When the open question came up. */
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(options: HandsOnOptions) {
    const { session, history, look, version } = options;
    this.#options = options;
    this.#size = options.size;
    this.#paths = new PathCompletion(session.workspace);
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    const folder = session.workspace.roots.join(", ");
    const { tools } = this.#vocabulary;
    this.#transcript.append(welcomeLines({ version, folder, tools, look, width: this.#width }));
    this.#state = {
      entryIds: this.#transcript.ids,
      prompt: promptOf(history.entries),
      calls: [],
      questions: [],
      isTyping: false,
      notice: null,
      mode: session.policy.mode,
      isOver: false,
    };
    this.#leave = [
      session.subscribe((event) => this.#onEvent(event)),
      session.approvals.watch({
        asked: (question) => this.#onAsked(question),
        settled: ({ id }) => this.#onSettled(id),
      }),
      session.approvals.attach({
        name: "the terminal",
        // Questions are watched, and answered by their id.
        ask: async () => undefined,
        elicit: (elicitation, signal) => this.#elicit(elicitation, signal),
      }),
    ];
  }

  state = (): ScreenState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  entryOf = (id: number): TranscriptEntry | undefined => this.#transcript.entryOf(id);

  drawn(write: (text: string) => void): void {
    const rows = this.#transcript.next();
    if (rows !== null) write(linesText(rows, this.#options.look));
    const { ids } = this.#transcript;
    if (ids !== this.#state.entryIds) this.#change({ entryIds: ids });
  }

  resize(size: ScreenSize): void {
    this.#size = size;
  }

  liveOptions(size: ScreenSize, frame: number): LiveOptions {
    const { look, workspaceName, session, now } = this.#options;
    const { roots } = session.workspace;
    return {
      look,
      size,
      vocabulary: this.#vocabulary,
      workspaceName,
      roots,
      nowMs: now(),
      frame,
    };
  }

  onClear(listener: () => void): () => void {
    this.#clearListeners.add(listener);
    return () => this.#clearListeners.delete(listener);
  }

  press(key: KeyPress): void {
    if (this.#state.isOver) return;
    const [question] = this.#state.questions;
    if (key.name === "ctrl-c") this.#interrupt();
    else if (question !== undefined && !this.#state.isTyping) this.#pressInQuestion(question, key);
    else this.#pressInPrompt(key);
  }

  paste(text: string): void {
    if (this.#state.isOver) return;
    const [question, ...others] = this.#state.questions;
    if (question !== undefined && !this.#state.isTyping) {
      const pasted =
        question.kind === "form"
          ? pasteIntoForm(question, text)
          : pasteIntoQuestion(question, text);
      this.#change({ questions: [pasted, ...others] });
      return;
    }
    this.#noteTyping();
    const { edited } = this.#state.prompt;
    this.#setPrompt(paste(this.#state.prompt, text, this.#vocabulary));
    if (edited.text.length + text.length <= maxPromptLength) return;
    const limit = maxPromptLength.toLocaleString("en-US");
    this.#notify({
      text: `A line has at most ${limit} characters: the rest was left out.`,
      style: "warning",
    });
  }

  quit(status: number): void {
    if (this.#state.isOver) return;
    this.#change({ isOver: true });
    this.#options.session.cancel(undefined, "The terminal was closed.");
    this.#resolveEnded(status);
  }

  close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    for (const alarm of [this.#updateAlarm, this.#typingAlarm, this.#noticeAlarm]) alarm.clear();
    this.#paths.close();
  }

  // What the session tells.

  #onEvent(event: InvocationEvent): void {
    const nowMs = this.#options.now();
    if (event.type === "invocation-end") {
      const call = endedCall(this.#state.calls, event.outcome, nowMs);
      this.#lastCall = call;
      this.#printBelow(outcomeLines(call, { ...this.#display, isWhole: false }));
    }
    const calls = reduceCalls(this.#state.calls, event, nowMs);
    if (event.type === "invocation-update") this.#changeSoon({ calls });
    else this.#change({ calls });
  }

  #onAsked(question: ApprovalQuestion): void {
    this.#open(questionState(question));
  }

  /** Resolves to nothing when somebody else answered, or the call is over. */
  #elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer | undefined> {
    return new Promise((resolve) => {
      const end = (answer?: ElicitationAnswer): void => {
        this.#forms.delete(elicitation.id);
        this.#onSettled(elicitation.id);
        resolve(answer);
      };
      if (signal.aborted) return end();
      signal.addEventListener("abort", () => end(), { once: true });
      this.#forms.set(elicitation.id, end);
      this.#open(formState(elicitation));
    });
  }

  #open(question: OpenQuestion): void {
    const { questions } = this.#state;
    this.#change({ questions: [...questions, question] });
    if (questions.length > 0) return;
    this.#shownMs = this.#options.now();
    // Keys that are on their way were meant for something else.
    const restMs = this.#lastKeyMs + typingMs - this.#options.now();
    if (restMs > 0) this.#letFinishTyping(restMs);
    this.#printWhereCut();
  }

  #onSettled(id: string): void {
    const [shown] = this.#state.questions;
    const questions = this.#state.questions.filter((question) => idOf(question) !== id);
    this.#change({ questions });
    if (questions[0] === shown) return;
    this.#shownMs = this.#options.now();
    this.#printWhereCut();
  }

  tell(message: string): void {
    // It may be news of settings, which can make the mode stricter.
    this.#change({ mode: this.#options.session.policy.mode });
    this.#printBelow(messageLines(message, "warning", this.#width));
  }

  // Keys.

  #interrupt(): void {
    const nowMs = this.#options.now();
    const { questions, calls, prompt } = this.#state;
    const isSecond = nowMs - this.#lastInterruptMs < quitMs;
    this.#lastInterruptMs = nowMs;
    let told = "";
    if (questions[0] !== undefined) {
      told = "Cancelled. ";
      this.#cancelQuestion(questions[0]);
    } else if (calls.length > 0) {
      told = "Cancelling what runs. ";
      this.#options.session.cancel(undefined, "Cancelled by Ctrl-C.");
    } else if (isSecond) {
      this.quit(interrupted);
      return;
    } else if (prompt.search !== null) this.#setPrompt({ ...prompt, search: null });
    else this.#setPrompt(withText(prompt, emptyText));
    this.#notify({ text: `${told}Ctrl-C again quits`, style: "warning" });
  }

  #cancelQuestion(question: OpenQuestion): void {
    if (question.kind === "form") this.#forms.get(idOf(question))?.({ action: "cancel" });
    else this.#answer(question, { outcome: "cancel" });
  }

  #pressInForm(state: FormState, key: KeyPress): void {
    const step = pressFormKey(state, key);
    if (step?.type === "stay") {
      this.#change({ questions: [step.state, ...this.#state.questions.slice(1)] });
    } else if (step?.type === "answer") this.#forms.get(idOf(state))?.(step.answer);
  }

  #pressInQuestion(state: OpenQuestion, key: KeyPress): void {
    // Pressed before anybody can have seen it: a key held down a little too long, say.
    if (this.#options.now() - this.#shownMs < unseenMs) return;
    if (state.kind === "form") {
      this.#pressInForm(state, key);
      return;
    }
    const step = pressQuestionKey(state, key, this.#layout.hiddenQuestionRows);
    switch (step?.type) {
      case "stay":
        this.#change({ questions: [step.state, ...this.#state.questions.slice(1)] });
        return;
      case "print":
        this.#print(this.#wholeQuestion(state));
        return;
      case "answer":
        this.#answer(state, step.answer);
        return;
      case undefined:
    }
  }

  #pressInPrompt(key: KeyPress): void {
    const { prompt } = this.#state;
    const isEmpty = prompt.edited.text === "" && prompt.search === null;
    this.#noteTyping();
    if (key.name === "return" && prompt.search === null) this.#send(prompt.edited.text);
    else if (key.name === "ctrl-d" && isEmpty) this.quit(0);
    else if (key.name === "ctrl-l") this.#clear();
    else if (key.name === "ctrl-b" && isEmpty && this.#state.calls.length > 0) {
      this.#options.session.moveToBackground();
    } else {
      const pressed = pressKey(prompt, key, this.#vocabulary);
      if (pressed !== null) this.#setPrompt(pressed);
      else if (this.#state.notice !== null) this.#change({ notice: null });
    }
  }

  #noteTyping(): void {
    this.#lastKeyMs = this.#options.now();
    if (this.#state.questions.length > 0) this.#letFinishTyping(typingMs);
  }

  /** The open question takes keys once no key has come for a while. */
  #letFinishTyping(ms: number): void {
    this.#typingAlarm.set(ms, () => this.#change({ isTyping: false }));
    if (!this.#state.isTyping) this.#change({ isTyping: true });
  }

  // What is sent.

  /** The session takes new tools in from step to step. */
  get #vocabulary(): Vocabulary {
    const { tools } = this.#options.session;
    if (this.#known?.of === tools) return this.#known.vocabulary;
    const shown = tools.filter(({ exposure }) => exposure !== "hidden").map(signatureOf);
    const vocabulary = { tools: shown, commands: terminalCommands, modes };
    this.#known = { of: tools, vocabulary };
    return vocabulary;
  }

  #send(text: string): void {
    const parsed = readLine(text, this.#vocabulary);
    if (parsed.type === "empty") return;
    if (parsed.type === "problem") {
      this.#change({ notice: { text: parsed.message, style: "bad" } });
      return;
    }
    const forgotten = this.#options.history.append(text);
    this.#setPrompt(afterSending(this.#state.prompt, text));
    this.#print(sentLines(text, this.#options.look, this.#width));
    if (forgotten !== null) this.#printBelow(messageLines(forgotten, "warning", this.#width));
    if (parsed.type === "command") void this.#runCommand(parsed.name, parsed.argument);
    else {
      // What is entered together is taken back together.
      this.#options.session.beginTurn();
      this.#options.session.call({ name: parsed.tool, input: parsed.input });
    }
  }

  async #runCommand(name: string, argument: string): Promise<void> {
    const command = terminalCommands.find((candidate) => candidate.name === name);
    try {
      await command?.run(argument, this.#commandContext());
    } catch (thrown) {
      const message = `/${name} failed: ${messageOf(thrown)}`;
      this.#printBelow(messageLines(message, "bad", this.#width));
    }
    this.#change({ mode: this.#options.session.policy.mode });
  }

  #commandContext(): CommandContext {
    return {
      session: this.#options.session,
      undo: this.#options.undo,
      tools: this.#vocabulary.tools,
      display: this.#display,
      lastCall: this.#lastCall,
      print: (rows) => this.#printBelow(rows),
      warn: (message) => this.#printBelow(messageLines(message, "bad", this.#width)),
      clear: () => this.#clear(),
      quit: () => this.quit(0),
    };
  }

  #answer({ question }: QuestionState, answer: ApprovalAnswer): void {
    const { approvals } = this.#options.session;
    if (approvals.answer(question.id, { ...answer, by: "the terminal" })) return;
    this.#notify({ text: "That question isn't open any more.", style: "warning" });
  }

  #setPrompt(prompt: PromptState): void {
    const { pathQuery } = this.#state.prompt;
    this.#change({ prompt, notice: null });
    if (prompt.pathQuery === pathQuery) return;
    this.#paths.look(prompt.pathQuery, (query, paths) => {
      this.#setPrompt(offerPaths(this.#state.prompt, query, paths, this.#vocabulary));
    });
  }

  // What is drawn.

  get #width(): number {
    // The last column stays free, as in the live part.
    return Math.max(10, this.#size.columns - 1);
  }

  get #display(): CommandContext["display"] {
    return { look: this.#options.look, width: this.#width };
  }

  get #layout(): LiveLayout {
    return layOutLive(this.#state, this.liveOptions(this.#size, 0));
  }

  #wholeQuestion(state: QuestionState): Line[] {
    const { roots } = this.#options.session.workspace;
    return wholeQuestion(state, { ...this.#display, roots });
  }

  /**
   * A question of which something can't be seen is printed as a whole: nobody is asked about a
   * command whose end isn't on the screen. A long diff is left to be scrolled or printed by key.
   */
  #printWhereCut(): void {
    const [state] = this.#state.questions;
    if (state === undefined || this.#layout.hiddenQuestionRows === 0) return;
    if (state.kind === "form") {
      this.#print(wholeForm(state, this.#width));
      return;
    }
    const isDiff = state.question.preview?.type === "diff" && state.question.effects.length < 5;
    if (!isDiff) this.#print(this.#wholeQuestion(state));
  }

  /** Begins something new in the transcript. */
  #print(rows: readonly Line[]): void {
    this.#printBelow([emptyLine, ...rows]);
  }

  #printBelow(rows: readonly Line[]): void {
    this.#transcript.append(rows);
    this.#change({ entryIds: this.#transcript.ids });
  }

  #clear(): void {
    for (const listener of this.#clearListeners) listener();
  }

  #notify(notice: Notice): void {
    this.#noticeAlarm.set(quitMs, () => {
      if (this.#state.notice === notice) this.#change({ notice: null });
    });
    this.#change({ notice });
  }

  #change(change: Partial<ScreenState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #changeSoon(change: Partial<ScreenState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#updateAlarm.isSet) this.#updateAlarm.set(updateMs, () => this.#tell());
  }

  #tell(): void {
    this.#updateAlarm.clear();
    for (const listener of this.#listeners) listener();
  }
}
