import { phrase } from "../../language/phrase.ts";
import { fuzzyFilter, parseKey, type TUI } from "@earendil-works/pi-tui";
import { rowText } from "../../text/terminal-lines.ts";
import { Prompt } from "./prompt.ts";
import type { Theme } from "../../text/theme.ts";
import { cutLine, span } from "../../text/styled-line.ts";

export interface HistorySearchOptions {
  readonly tui: TUI;
  readonly look: Theme;
  /** Receives the chosen line, or null if none was chosen. */
  readonly done: (line: string | null) => void;
}

const maxShown = 5;

/** Searches the history. The newest match is selected; Ctrl-R and the arrows select others. */
export class HistorySearch {
  readonly #field: Prompt;
  readonly #look: Theme;
  /** Newest first. */
  readonly #entries: readonly string[];
  readonly #done: (line: string | null) => void;
  #chosen = 0;

  constructor(entries: readonly string[], { tui, look, done }: HistorySearchOptions) {
    this.#entries = [...new Set([...entries].reverse())];
    this.#look = look;
    this.#done = done;
    const sign = `${look.language.say(phrase("search"))} ${look.glyphs.prompt} `;
    this.#field = new Prompt(tui, { look, sign, onSend: () => this.#take() });
    this.#field.focused = true;
  }

  handleInput(data: string): void {
    switch (parseKey(data)) {
      case "escape":
      case "ctrl+g":
        return this.#done(null);
      case "tab":
      case "right":
        return this.#take();
      case "up":
      case "ctrl+r":
        this.#chosen = Math.min(this.#chosen + 1, Math.max(0, this.#found.length - 1));
        return;
      case "down":
        this.#chosen = Math.max(0, this.#chosen - 1);
        return;
      default:
        this.#field.handleInput(data);
        if (parseKey(data) !== "enter") this.#chosen = 0;
    }
  }

  draw(width: number): string[] {
    const first = Math.max(0, this.#chosen - maxShown + 1);
    const rows = this.#found.slice(first, first + maxShown).map((entry, index) => {
      const isChosen = first + index === this.#chosen;
      const mark = (isChosen ? this.#look.glyphs.prompt : "").padEnd(2);
      const shown = cutLine([span(mark + entry)], width, this.#look.glyphs.ellipsis);
      const style = isChosen ? "selected" : "dim";
      return rowText(
        shown.map((piece) => ({ ...piece, style })),
        this.#look,
      );
    });
    return [...this.#field.draw(width, "accent"), ...rows.reverse()];
  }

  #take(): void {
    this.#done(this.#found[this.#chosen] ?? null);
  }

  get #found(): readonly string[] {
    const query = this.#field.line.toLowerCase();
    const containing = this.#entries.filter((entry) => entry.toLowerCase().includes(query));
    return containing.length > 0
      ? containing
      : fuzzyFilter([...this.#entries], query, (entry) => entry);
  }
}
