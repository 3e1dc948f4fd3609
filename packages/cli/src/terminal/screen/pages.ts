import type { Session } from "@toolwright/core";
import type { Job } from "@toolwright/core/ports";
import { phrase } from "../../language/phrase.ts";
import { line, span, textLines } from "../../text/styled-line.ts";
import type { Theme } from "../../text/theme.ts";
import type { AgentDesk } from "../agent/agent-desk.ts";
import { personTypedNote } from "../agent/notes.ts";
import type { Departure } from "../attach/attach-page.ts";
import type { Emulator } from "../attach/emulator.ts";
import type { TerminalOptions } from "../terminal-options.ts";
import type { QuestionController } from "./question-controller.ts";
import type { Screen } from "./screen.ts";
import type { WorkPrinter } from "./work-printer.ts";

export interface PagesOptions {
  readonly screen: Screen;
  readonly printer: WorkPrinter;
  readonly questions: QuestionController;
  readonly desk: AgentDesk;
  readonly session: Pick<Session, "redact">;
  readonly look: Theme;
  readonly terminals?: TerminalOptions["terminals"];
}

/** Lines of an ended program that stay on the screen. */
const keptLines = 20;

/** The pages that take the whole screen for a while: the list of calls, and programs with a terminal of their own. */
export class Pages {
  readonly #options: PagesOptions;

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#options.screen.page !== null;
  }

  handleInput(data: string): void {
    const { questions, screen } = this.#options;
    // Behind a page no question is answered.
    questions.noteTyping();
    screen.page?.handleInput(data);
    screen.requestRender();
  }

  openActivity(): void {
    const { screen, printer } = this.#options;
    screen.page = printer.activityPage({
      isAsked: () => this.#isAsked,
      onClose: () => this.#close(),
      hasTerminal: (callId) => this.#terminalOf(callId) !== undefined,
      attach: (callId) => this.attachTo(callId),
    });
  }

  /** Shows the program that a call has started in a terminal of its own, if it still runs. */
  attachTo(callId: string): void {
    const job = this.#terminalOf(callId);
    if (job !== undefined) void this.attach(job);
  }

  /** Shows a program's screen and gives it the keys, until the person leaves it or it ends. */
  async attach(job: Job): Promise<void> {
    const { terminal } = job;
    if (terminal === undefined) return;
    const { AttachPage, openEmulator } = await import("../attach/attach.ts");
    const { screen, look } = this.#options;
    const emulator = await openEmulator(terminal.size);
    screen.page = new AttachPage({
      look,
      job,
      terminal,
      emulator,
      redact: (text) => this.#redact(text),
      isAsked: () => this.#isAsked,
      onChange: () => screen.requestRender(),
      onClose: (departure) => {
        this.#close();
        this.#tellOf(job, emulator, departure);
        emulator.close();
      },
    });
  }

  /** The screen is the person's: a secret on it is hidden, and doesn't count as told to the model. */
  #redact(text: string): string {
    return this.#options.session.redact(text, { isHidden: true });
  }

  #terminalOf(callId: string): Job | undefined {
    return this.#options.terminals?.().find((job) => job.callId === callId);
  }

  get #isAsked(): boolean {
    return this.#options.questions.open.length > 0;
  }

  #close(): void {
    const { screen, questions } = this.#options;
    // Keys that follow at once were meant for the page.
    questions.noteTyping();
    screen.page = null;
  }

  #tellOf(job: Job, emulator: Emulator, { hasEnded, hasTyped }: Departure): void {
    const { printer, look, desk } = this.#options;
    if (hasTyped && desk.model !== null) desk.note(personTypedNote(job));
    if (!hasEnded) {
      const said = phrase("{job} goes on. To return to it: /attach {job}", { job: job.id });
      printer.section([line(span(look.language.say(said), "dim"))]);
    } else if (job.isInBackground) {
      const text = this.#redact(emulator.printed(keptLines).join("\n"));
      if (text !== "") printer.section(textLines(text, "dim"));
    }
  }
}
