import { messageOf, type Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { parseKey, type TUI } from "@earendil-works/pi-tui";
import type { ApprovalAnswer, ApprovalQuestion } from "@toolwright/core";
import { Prompt } from "../prompt/prompt.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import {
  emptyLine,
  indented,
  type Line,
  line,
  span,
  textLines,
  wrapLine,
} from "../../text/styled-line.ts";
import {
  type DrawnQuestion,
  framed,
  isText,
  type OpenQuestion,
  type QuestionPlace,
} from "./open-question.ts";
import {
  questionBody,
  questionHead,
  questionKeys,
  type QuestionOptions,
} from "./question-lines.ts";

export type ApprovalViewOptions = Omit<QuestionOptions, "width"> & {
  readonly tui: TUI;
  readonly answer: (answer: ApprovalAnswer) => void;
  /** Opens a text in the person's editor; null if it stays as it was. */
  readonly edit: (text: string) => Promise<string | null>;
};

/** A text field below the question, for feedback or for another input. */
interface TypedField {
  readonly prompt: Prompt;
  readonly hint: Phrase;
}

const hints = {
  edit: phrase("Enter runs the call with this input; Ctrl-G opens your editor; Esc goes back"),
  drop: phrase("Enter drops it, with or without a reason; Esc goes back"),
  reject: phrase("Enter rejects, with or without a reason; Esc goes back"),
};

/** An approval prompt and its keys. Enter and the arrow keys never answer it, to avoid accidents. */
export class ApprovalView implements OpenQuestion {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly question: ApprovalQuestion;
  readonly #options: ApprovalViewOptions;
  /** The index of the proposed rule for `s` and `a`. */
  #proposal = 0;
  #field: TypedField | null = null;
  /** Why the typed text is invalid. */
  #problem: Phrase | null = null;

  constructor(question: ApprovalQuestion, options: ApprovalViewOptions) {
    this.id = question.id;
    this.sessionId = question.sessionId;
    this.callId = question.callId;
    this.question = question;
    this.#options = options;
  }

  cancel(): void {
    this.#options.answer({ outcome: "cancel" });
  }

  handleInput(data: string): boolean {
    const key = parseKey(data)
      ?.replace(/^shift\+(?=.$)/u, "")
      .toLowerCase();
    if (this.#field === null) return this.#press(key) || !isText(data);
    if (key === "escape") this.#close();
    else if (key === "ctrl+g") void this.#edit(this.#field.prompt);
    else {
      this.#problem = null;
      this.#field.prompt.handleInput(data);
    }
    return true;
  }

  draw(place: QuestionPlace): DrawnQuestion {
    const { question, ...options } = this.#optionsAt(place.width);
    const head = questionHead(question, place.position, options);
    const body = questionBody(question, { ...options, width: place.width - 2 });
    return framed({ head, body, foot: this.#foot(place) }, place, options.look);
  }

  whole(width: number): readonly Line[] {
    const { question, ...options } = this.#optionsAt(width);
    return [
      ...questionHead(question, "", options),
      ...indented(questionBody(question, { ...options, width: width - 2 }), 2),
    ];
  }

  #optionsAt(width: number): QuestionOptions & { readonly question: ApprovalQuestion } {
    const { look, roots } = this.#options;
    return { look, roots, width, question: this.question };
  }

  /** False for a key without a meaning. */
  #press(key: string | undefined): boolean {
    const { proposals, input, stage, canStage } = this.question;
    const { answer } = this.#options;
    const proposal = this.#proposal;
    switch (key) {
      case "y":
        answer({ outcome: stage === "commit" ? "commit" : "once" });
        return true;
      case "t":
        if (canStage === true) answer({ outcome: "stage" });
        return true;
      case "s":
        if (proposals.length > 0) answer({ outcome: "session", proposal });
        return true;
      case "a":
        if (proposals.length > 0) answer({ outcome: "always", proposal });
        return true;
      case "n":
        this.#open(phrase("why not"), stage === "commit" ? hints.drop : hints.reject, "", (text) =>
          this.#reject(text),
        );
        return true;
      case "e":
        if (stage === "commit") return true;
        this.#open(phrase("input"), hints.edit, inputText(input), (text) => this.#giveInput(text));
        return true;
      case "c":
      case "escape":
        this.cancel();
        return true;
      case "right":
      case "left":
        this.#choose(key === "right" ? 1 : -1);
        return true;
      default:
        return false;
    }
  }

  #choose(step: 1 | -1): void {
    const count = this.question.proposals.length;
    if (count > 1) this.#proposal = (this.#proposal + step + count) % count;
  }

  #open(name: Phrase, hint: Phrase, text: string, onSend: (text: string) => void): void {
    const { tui, look } = this.#options;
    const sign = `${look.language.say(name)} ${look.glyphs.prompt} `;
    const prompt = new Prompt(tui, { look, sign, onSend });
    prompt.line = text;
    this.#field = { prompt, hint };
  }

  async #edit(prompt: Prompt): Promise<void> {
    const edited = await this.#options.edit(prompt.line);
    if (edited !== null) prompt.line = edited;
  }

  #close(): void {
    this.#field = null;
    this.#problem = null;
  }

  #reject(text: string): void {
    const feedback = text.trim();
    this.#options.answer(feedback === "" ? { outcome: "reject" } : { outcome: "reject", feedback });
  }

  #giveInput(text: string): void {
    let input: unknown;
    try {
      input = JSON.parse(text);
    } catch (thrown) {
      this.#problem = phrase("Invalid JSON: {reason}", { reason: messageOf(thrown) });
      return;
    }
    this.#options.answer({ outcome: "edit", input });
  }

  #foot({ width, isActive }: QuestionPlace): string[] {
    const { look } = this.#options;
    const inside = width - 2;
    if (this.#field === null) {
      const { question, ...options } = this.#optionsAt(inside);
      const keys = questionKeys(question, this.#proposal, options);
      return drawnRows([emptyLine, ...(isActive ? keys : keys.map(dimmed))], inside, look);
    }
    const { prompt, hint } = this.#field;
    prompt.focused = isActive;
    const below = [
      ...(this.#problem === null ? [] : textLines(look.language.say(this.#problem), "bad")),
      line(span(look.language.say(hint), "dim")),
    ].flatMap((row) => wrapLine(row, inside, { atWords: true }));
    return ["", ...prompt.draw(inside, "warning"), ...drawnRows(below, inside, look)];
  }
}

/** The input as JSON, on one row if it is short. */
function inputText(input: unknown): string {
  const short = JSON.stringify(input) ?? "{}";
  return short.length <= 100 ? short : (JSON.stringify(input, null, 2) ?? "{}");
}

function dimmed(row: Line): Line {
  return row.map((piece) => ({ ...piece, style: "dim" as const }));
}
