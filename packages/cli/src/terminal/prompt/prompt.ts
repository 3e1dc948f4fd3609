import { type AutocompleteProvider, Editor, parseKey, type TUI } from "@earendil-works/pi-tui";
import { rowText, styledText } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { lineWidth, span, type Style } from "../../text/styled-line.ts";
import { ConcealedText } from "./concealed-text.ts";

export interface PromptOptions {
  readonly look: Theme;
  /** The text before the first row; later rows are indented by its width. */
  readonly sign: string;
  /** Receives the text on Enter. The text stays in the prompt until `line` is set. */
  readonly onSend: (text: string) => void;
  /** Called if a paste exceeds the longest line. */
  readonly onCut?: () => void;
  readonly completions?: AutocompleteProvider;
  /** The text in place of a pasted one. */
  readonly pasted?: (text: string) => string;
}

/** Longer pastes are cut. An input of that size belongs in a file. */
export const maxPromptLength = 256 * 1024;

export const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";
const inverse = "\u001b[7m";
const maxMenuRows = 8;
/** These join the parts of an emoji, and arrive as separate input when it is typed. */
const joiners = new Set(["\u200c", "\u200d", "\ufe0e", "\ufe0f"]);
/** Marks the editor's lower border among its rows. */
const lowerBorder = "\u0000";

/** The input line: the library's editor after a sign, without borders. */
export class Prompt extends Editor {
  readonly #options: PromptOptions;
  readonly #concealed = new ConcealedText();
  #hiddenBelow = 0;

  constructor(tui: TUI, options: PromptOptions) {
    super(tui, themeOf(options.look), { autocompleteMaxVisible: maxMenuRows });
    this.#options = options;
    if (options.completions !== undefined) this.setAutocompleteProvider(options.completions);
  }

  /** The typed text, including large pastes and hidden characters. */
  get line(): string {
    return this.#concealed.reveal(this.getExpandedText());
  }

  set line(text: string) {
    this.setText(this.#concealed.conceal(text));
  }

  /** Adds a line to the history of the arrow keys. */
  remember(line: string): void {
    this.addToHistory(this.#concealed.conceal(line));
  }

  override handleInput(data: string): void {
    if (data.startsWith(pasteStart)) this.#paste(data);
    // Programs that simulate typing end lines with a line feed.
    else if ((parseKey(data) === "enter" || data === "\n") && !this.isShowingAutocomplete()) {
      this.#options.onSend(this.line);
    } else if (/\p{Cc}/u.test(data) || joiners.has(data)) super.handleInput(data);
    else super.handleInput(this.#concealed.conceal(data));
  }

  /** The rows, with the cursor's position marked while the prompt has the focus. */
  draw(width: number, signStyle: Style): string[] {
    const { look, sign } = this.#options;
    const signWidth = lineWidth([span(sign)]);
    const room = Math.max(4, width - signWidth);
    const rows = super.render(room).map((row) => this.#concealed.shown(row, look.glyphs.hidden));
    const end = rows.indexOf(lowerBorder);
    const note = this.#hiddenBelow === 0 ? [] : [moreNote(this.#hiddenBelow, "below", look)];
    const shown = [...rows.slice(0, end), ...note, ...rows.slice(end + 1)];
    return shown
      .filter((row) => row !== "")
      .map((row, index) => {
        const margin = index === 0 ? span(sign, signStyle) : span(" ".repeat(signWidth));
        return rowText([margin], look) + withoutDrawnCursor(row);
      });
  }

  protected override renderTopBorder(_width: number, hiddenRows: number): string {
    return hiddenRows === 0 ? "" : moreNote(hiddenRows, "above", this.#options.look);
  }

  protected override renderBottomBorder(_width: number, hiddenRows: number): string {
    this.#hiddenBelow = hiddenRows;
    return lowerBorder;
  }

  #paste(data: string): void {
    const end = data.indexOf(pasteEnd);
    const raw = data.slice(pasteStart.length, end === -1 ? undefined : end);
    const pasted = this.#options.pasted?.(raw) ?? raw;
    const room = Math.max(0, maxPromptLength - this.line.length);
    const text = this.#concealed.conceal(pasted.slice(0, room));
    super.handleInput(pasteStart + text + pasteEnd);
    if (pasted.length > room) this.#options.onCut?.();
  }
}

/** Removes the cursor that the library draws, as the terminal's cursor is in the same place. */
function withoutDrawnCursor(row: string): string {
  return row.includes(inverse) ? row.replace(inverse, "").replace("\u001b[0m", "") : row;
}

function moreNote(count: number, where: string, look: Theme): string {
  const rows = count === 1 ? "1 more row" : `${count} more rows`;
  return rowText([span(`${look.glyphs.ellipsis} ${rows} ${where}`, "dim")], look);
}

function themeOf(look: Theme): ConstructorParameters<typeof Editor>[1] {
  const styled =
    (style: Style) =>
    (text: string): string =>
      styledText(text, style, look);
  return {
    borderColor: (text) => text,
    selectList: {
      selectedPrefix: styled("accent"),
      // Its sign isn't in every terminal's font.
      selectedText: (text) => styledText(text.replace("→", look.glyphs.prompt), "selected", look),
      description: styled("dim"),
      scrollInfo: styled("dim"),
      noMatch: styled("dim"),
    },
  };
}
