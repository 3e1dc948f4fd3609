import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { parseKey, type TUI } from "@earendil-works/pi-tui";
import type { Elicitation, ElicitationAnswer } from "@toolwright/core";
import { elicitationLines, fieldLines } from "../../approvers/form/elicitation-lines.ts";
import { type FormField, formFields } from "../../approvers/form/form-fields.ts";
import { readField } from "../../approvers/form/read-field.ts";
import { Prompt } from "../prompt/prompt.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { emptyLine, type Line, line, span, textLines, wrapLines } from "../../text/styled-line.ts";
import {
  type DrawnQuestion,
  framed,
  isText,
  type OpenQuestion,
  type QuestionPlace,
} from "./open-question.ts";

export interface FormViewOptions {
  readonly tui: TUI;
  readonly look: Theme;
  readonly answer: (answer: ElicitationAnswer) => void;
}

/** The open field, and why its text is invalid. */
interface OpenField {
  readonly index: number;
  readonly field: FormField;
  readonly prompt: Prompt;
  problem: Phrase | null;
}

/** A server's elicitation: first whether to answer it, then one field after the other. */
export class FormView implements OpenQuestion {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly #elicitation: Elicitation;
  readonly #options: FormViewOptions;
  /** Empty for a request to open a page. */
  readonly #fields: readonly FormField[];
  readonly #values = new Map<string, unknown>();
  #open: OpenField | null = null;

  constructor(elicitation: Elicitation, options: FormViewOptions) {
    this.id = elicitation.id;
    this.sessionId = elicitation.sessionId;
    this.callId = elicitation.callId;
    this.#elicitation = elicitation;
    this.#options = options;
    this.#fields = elicitation.kind === "form" ? formFields(elicitation.schema) : [];
  }

  cancel(): void {
    this.#options.answer({ action: "cancel" });
  }

  handleInput(data: string): boolean {
    const key = parseKey(data)
      ?.replace(/^shift\+(?=.$)/u, "")
      .toLowerCase();
    if (this.#open === null) return this.#press(key) || !isText(data);
    if (key === "escape") this.#open = null;
    else {
      this.#open.problem = null;
      this.#open.prompt.handleInput(data);
    }
    return true;
  }

  draw(place: QuestionPlace): DrawnQuestion {
    const { look } = this.#options;
    const where = place.position === "" ? [] : [line(span(place.position, "accent"))];
    const body = [...this.#lines(place.width - 2), ...where];
    return framed({ head: [], body, foot: this.#foot(place) }, place, look);
  }

  whole(width: number): readonly Line[] {
    return this.#lines(width);
  }

  #lines(width: number): Line[] {
    return wrapLines(elicitationLines(this.#elicitation, this.#options.look.language), width, {
      atWords: true,
    });
  }

  /** False for a key without a meaning. */
  #press(key: string | undefined): boolean {
    if (key === "y") this.#goTo(0);
    else if (key === "n") this.#options.answer({ action: "decline" });
    else if (key === "c" || key === "escape") this.cancel();
    else return false;
    return true;
  }

  #goTo(index: number): void {
    const field = this.#fields[index];
    if (field === undefined) {
      const isForm = this.#elicitation.kind === "form";
      const content = Object.fromEntries(this.#values);
      this.#options.answer({ action: "accept", ...(isForm && { content }) });
      return;
    }
    const { tui, look } = this.#options;
    const position = phrase("{number} of {count}", {
      number: index + 1,
      count: this.#fields.length,
    });
    const sign = `${look.language.say(position)} ${look.glyphs.prompt} `;
    const prompt = new Prompt(tui, { look, sign, onSend: (text) => this.#take(text) });
    this.#open = { index, field, prompt, problem: null };
  }

  #take(text: string): void {
    if (this.#open === null) return;
    const { field, index } = this.#open;
    const typed = readField(field, text);
    if (typed.kind === "problem") {
      this.#open.problem = typed.message;
      return;
    }
    if (typed.kind === "value") this.#values.set(field.name, typed.value);
    else this.#values.delete(field.name);
    this.#goTo(index + 1);
  }

  #foot({ width, isActive }: QuestionPlace): string[] {
    const { look } = this.#options;
    const inside = width - 2;
    const rows = (lines: readonly Line[]): string[] =>
      drawnRows(wrapLines(lines, inside, { atWords: true }), inside, look);
    if (this.#open === null) return rows([emptyLine, this.#keys(isActive)]);
    const { field, prompt, problem } = this.#open;
    prompt.focused = isActive;
    return [
      ...rows([emptyLine, ...fieldLines(field, look.language)]),
      ...prompt.draw(inside, "warning"),
      ...(problem === null ? [] : rows(textLines(look.language.say(problem), "bad"))),
      ...rows([line(span(look.language.say(phrase("Enter confirms; Esc goes back")), "dim"))]),
    ];
  }

  #keys(isActive: boolean): Line {
    const { glyphs, language } = this.#options.look;
    const dot = span(` ${glyphs.dot} `, "dim");
    const yes = this.#elicitation.kind === "form" ? phrase("answer") : phrase("I opened it");
    const key = (name: string, meaning: Phrase): Line =>
      line(span(name, "strong"), ` ${language.say(meaning)}`);
    const keys = [
      ...key("y", yes),
      dot,
      ...key("n", phrase("decline")),
      dot,
      ...key("esc", phrase("cancel")),
    ];
    return isActive ? keys : keys.map((piece) => ({ ...piece, style: "dim" as const }));
  }
}
