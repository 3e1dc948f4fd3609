import type { Phrase } from "@toolwright/core/internal";
import { emptyLine, type Line } from "../../text/styled-line.ts";
import type { Theme } from "../../text/theme.ts";
import type { AgentRow } from "../agent/agent-view.ts";
import { type Highlight, loadHighlight } from "../agent/highlight.ts";
import { markdownBlock, type MarkdownOptions } from "../agent/markdown-block.ts";
import { isCompact, rowBlock } from "../agent/row-blocks.ts";
import type { Block } from "../transcript/block.ts";
import { messageLines, outcomeLines } from "../transcript/outcome-lines.ts";
import type { Transcript } from "./transcript.ts";

export interface WorkPrinterOptions {
  readonly look: Theme;
  readonly transcript: Transcript;
  /** Whether the person made the call, so that its whole result is shown. */
  readonly isPersons: (callId: string) => boolean;
  /** The highlighter is there. */
  readonly onHighlight: () => void;
}

/** Prints what is finished to the transcript, and draws the text that still arrives. */
export class WorkPrinter {
  readonly #options: WorkPrinterOptions;
  readonly #markdown: MarkdownOptions;
  #highlight: Highlight | null = null;
  #isLoading = false;
  /** Whether the last row was one that stands close to others of its kind. */
  #wasCompact = false;
  #answer: { readonly text: string; readonly block: Block } | null = null;

  constructor(options: WorkPrinterOptions) {
    this.#options = options;
    this.#markdown = { look: options.look, highlight: () => this.#highlight };
  }

  /** Prints lines that aren't part of an agent's work. */
  lines(lines: readonly Line[]): void {
    this.#wasCompact = false;
    this.#options.transcript.append(lines);
  }

  /** Prints a message for the person. */
  tell(message: Phrase, style: "warning" | "bad", width: number): void {
    this.lines(messageLines(this.#options.look.language.say(message), style, width));
  }

  print(row: AgentRow): void {
    const { transcript, look, isPersons } = this.#options;
    if (row.type === "text") this.#needHighlight(row.text);
    if (row.type === "call" && isPersons(row.call.view.callId)) {
      const lines = (width: number): Line[] =>
        outcomeLines(row.call, { look, width, isWhole: false });
      transcript.addLines(lines);
      this.#wasCompact = false;
      return;
    }
    const isClose = isCompact(row);
    if (!isClose || !this.#wasCompact) transcript.append([emptyLine]);
    this.#wasCompact = isClose;
    transcript.add(rowBlock(row, this.#markdown));
  }

  /** The rows of the text that still arrives. */
  answerRows(text: string, width: number): readonly string[] {
    if (text.trim() === "") return [];
    if (this.#answer?.text !== text) {
      this.#needHighlight(text);
      this.#answer = { text, block: markdownBlock(text, this.#markdown) };
    }
    return this.#answer.block.render(width);
  }

  /** Code blocks have colours once the highlighter is loaded. */
  #needHighlight(text: string): void {
    if (this.#isLoading || !this.#options.look.hasColours || !/```|~~~/.test(text)) return;
    this.#isLoading = true;
    void loadHighlight().then((highlight) => {
      this.#highlight = highlight;
      this.#answer = null;
      this.#options.onHighlight();
    });
  }
}
