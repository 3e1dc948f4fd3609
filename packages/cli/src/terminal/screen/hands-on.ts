import { randomUUID } from "node:crypto";
import { type InvocationEvent, messageOf, modes, type Session } from "@toolwright/core";
import type { JournalStore } from "@toolwright/workspace";
import type { Undo } from "@toolwright/workspace/undo";
import { linesText } from "../../text/terminal-lines.ts";
import { ordered } from "../own-calls.ts";
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
import { signatureOf } from "../../input/tool-signature.ts";
import { wholeForm } from "../question/form-box.ts";
import type { OpenQuestion } from "../question/open-question.ts";
import { wholeQuestion } from "../question/question-box.ts";
import type { Look } from "../text/look.ts";
import { emptyLine, type Line } from "../text/styled-line.ts";
import { type EndedCall, endedCall, reduceCalls } from "../transcript/call-view.ts";
import { messageLines, outcomeLines } from "../transcript/outcome-lines.ts";
import { sentLines } from "../transcript/sent-lines.ts";
import { Alarm } from "./alarm.ts";
import { type CommandContext, terminalCommands } from "./commands.ts";
import { layOutLive, type LiveOptions } from "./live-layout.ts";
import { QuestionDesk } from "./question-desk.ts";
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
  readonly journal?: Pick<JournalStore, "entries">;
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
  readonly #stopListening: () => void;
  readonly #transcript = new TranscriptStore();
  readonly #paths: PathCompletion;
  readonly #questions: QuestionDesk;
  readonly #updateAlarm = new Alarm();
  readonly #noticeAlarm = new Alarm();
  #resolveEnded: (status: number) => void = () => {};
  #known: { readonly of: Session["tools"]; readonly vocabulary: Vocabulary } | null = null;
  #state: ScreenState;
  #size: ScreenSize;
  #lastCall: EndedCall | null = null;
  /** Calls that the person ordered themselves, as `!command`. */
  readonly #ownCalls = new Set<string>();
  #lastInterruptMs = Number.NEGATIVE_INFINITY;

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
    this.#stopListening = session.subscribe((event) => this.#onEvent(event));
    this.#questions = new QuestionDesk({
      approvals: session.approvals,
      now: options.now,
      state: this.state,
      change: (change) => this.#change(change),
      isOwn: (callId) => this.#ownCalls.has(callId),
      hiddenRows: () => layOutLive(this.#state, this.liveOptions(this.#size, 0)).hiddenQuestionRows,
      print: (question) => this.#print(this.#wholeQuestion(question)),
      notify: (notice) => this.#notify(notice),
    });
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
    if (key.name === "ctrl-c") this.#interrupt();
    else if (!this.#questions.press(key)) this.#pressInPrompt(key);
  }

  paste(text: string): void {
    if (this.#state.isOver) return;
    if (this.#questions.paste(text)) return;
    this.#questions.noteTyping();
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
    this.#stopListening();
    this.#questions.close();
    for (const alarm of [this.#updateAlarm, this.#noticeAlarm]) alarm.clear();
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

  tell(message: string): void {
    // It may be news of settings, which can make the mode stricter.
    this.#change({ mode: this.#options.session.policy.mode });
    this.#printBelow(messageLines(message, "warning", this.#width));
  }

  // Keys.

  #interrupt(): void {
    const nowMs = this.#options.now();
    const { calls, prompt } = this.#state;
    const isSecond = nowMs - this.#lastInterruptMs < quitMs;
    this.#lastInterruptMs = nowMs;
    let told = "";
    if (this.#questions.cancelFirst()) told = "Cancelled. ";
    else if (calls.length > 0) {
      told = "Cancelling what runs. ";
      this.#options.session.cancel(undefined, "Cancelled by Ctrl-C.");
    } else if (isSecond) {
      this.quit(interrupted);
      return;
    } else if (prompt.search !== null) this.#setPrompt({ ...prompt, search: null });
    else this.#setPrompt(withText(prompt, emptyText));
    this.#notify({ text: `${told}Ctrl-C again quits`, style: "warning" });
  }

  #pressInPrompt(key: KeyPress): void {
    const { prompt } = this.#state;
    const isEmpty = prompt.edited.text === "" && prompt.search === null;
    this.#questions.noteTyping();
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
    const parsed = ordered(readLine(text, this.#vocabulary), this.#options.session);
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
      const id = `typed-${randomUUID()}`;
      if (parsed.isOwn) this.#ownCalls.add(id);
      const { outcome } = this.#options.session.call({
        id,
        name: parsed.tool,
        input: parsed.input,
      });
      void outcome.finally(() => this.#ownCalls.delete(id));
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
      journal: this.#options.journal,
      tools: this.#vocabulary.tools,
      display: this.#display,
      lastCall: this.#lastCall,
      print: (rows) => this.#printBelow(rows),
      warn: (message) => this.#printBelow(messageLines(message, "bad", this.#width)),
      clear: () => this.#clear(),
      quit: () => this.quit(0),
    };
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

  #wholeQuestion(question: OpenQuestion): Line[] {
    if (question.kind === "form") return wholeForm(question, this.#width);
    const { roots } = this.#options.session.workspace;
    return wholeQuestion(question, { ...this.#display, roots });
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
