import { type AutocompleteProvider, parseKey, type TUI } from "@earendil-works/pi-tui";
import type { Phrase } from "@toolwright/core/internal";
import type { Theme } from "../../text/theme.ts";
import { type HistoryFile, isMemorable } from "./history-file.ts";
import { HistorySearch } from "./history-search.ts";
import { Prompt } from "./prompt.ts";

export interface PromptAreaOptions {
  readonly tui: TUI;
  readonly look: Theme;
  readonly history: HistoryFile;
  readonly completions: AutocompleteProvider;
  readonly onSend: (text: string) => void;
  readonly onCut: () => void;
  readonly pasted: (text: string) => string;
  /** Opens a text in the person's editor, and resolves to what it is then; null if it stays as it was. */
  readonly edit: (text: string) => Promise<string | null>;
}

/** The prompt with its history, and the search in it. */
export class PromptArea {
  readonly #options: PromptAreaOptions;
  readonly #prompt: Prompt;
  /** Lines that were sent, oldest first. */
  #sent: readonly string[];
  #search: HistorySearch | null = null;

  constructor(options: PromptAreaOptions) {
    const { tui, look, history, completions, onSend, onCut, pasted } = options;
    this.#options = options;
    const sign = `${look.glyphs.prompt} `;
    this.#prompt = new Prompt(tui, { look, sign, onSend, onCut, completions, pasted });
    this.#sent = history.entries;
    for (const line of history.entries) this.#prompt.remember(line);
  }

  get line(): string {
    return this.#prompt.line;
  }

  set line(text: string) {
    this.#prompt.line = text;
  }

  /** Whether there is nothing in it and it is not searched. */
  get isEmpty(): boolean {
    return this.#prompt.getText() === "" && this.#search === null;
  }

  /** Whether Esc would close nothing here. */
  get isEscapeFree(): boolean {
    return this.#search === null && !this.#prompt.isShowingAutocomplete();
  }

  handleInput(data: string): void {
    const key = parseKey(data);
    if (this.#search !== null) this.#search.handleInput(data);
    else if (key === "ctrl+r") this.#startSearch();
    else if (key === "ctrl+g") void this.#edit();
    else this.#prompt.handleInput(data);
  }

  /** Closes the search, or empties the line. */
  clear(): void {
    if (this.#search !== null) this.#search = null;
    else this.#prompt.line = "";
  }

  /** Keeps a line that was sent. Returns why it can't be kept, once. */
  remember(line: string): Phrase | null {
    if (isMemorable(line)) {
      this.#sent = [...this.#sent, line];
      this.#prompt.remember(line);
    }
    return this.#options.history.append(line);
  }

  /** isWaiting: whether a question takes the keys. */
  draw(width: number, isWaiting: boolean): string[] {
    this.#prompt.focused = !isWaiting;
    return this.#search?.draw(width) ?? this.#prompt.draw(width, isWaiting ? "dim" : "accent");
  }

  #startSearch(): void {
    const { tui, look } = this.#options;
    const done = (line: string | null): void => {
      this.#search = null;
      if (line !== null) this.#prompt.line = line;
    };
    this.#search = new HistorySearch(this.#sent, { tui, look, done });
  }

  async #edit(): Promise<void> {
    const edited = await this.#options.edit(this.#prompt.line);
    if (edited !== null) this.#prompt.line = edited;
  }
}
