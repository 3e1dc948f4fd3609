import { fuzzyFilter, Input, parseKey } from "@earendil-works/pi-tui";
import { rowText, withoutDrawnCursor } from "../../text/terminal-lines.ts";
import type { Look } from "../../text/look.ts";
import { cutLine, span } from "../../text/styled-line.ts";

const maxShown = 5;

/** Finds a line that was typed before: the newest match is chosen, Ctrl-R and the arrows choose others. */
export class HistorySearch {
  readonly #input: Input;
  readonly #look: Look;
  /** Newest first. */
  readonly #entries: readonly string[];
  readonly #done: (line: string | null) => void;
  #chosen = 0;

  /** `done` receives the chosen line, or null when there is none. */
  constructor(entries: readonly string[], look: Look, done: (line: string | null) => void) {
    this.#entries = [...new Set([...entries].reverse())];
    this.#look = look;
    this.#done = done;
    this.#input = new Input({ prompt: `search ${look.glyphs.prompt} ` });
    this.#input.focused = true;
  }

  handleInput(data: string): void {
    const found = this.#found;
    switch (parseKey(data)) {
      case "escape":
      case "ctrl+g":
        return this.#done(null);
      case "enter":
      case "tab":
      case "right":
        return this.#done(found[this.#chosen] ?? null);
      case "up":
      case "ctrl+r":
        this.#chosen = Math.min(this.#chosen + 1, Math.max(0, found.length - 1));
        return;
      case "down":
        this.#chosen = Math.max(0, this.#chosen - 1);
        return;
      default:
        this.#input.handleInput(data);
        this.#chosen = 0;
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
    return [...this.#input.render(width).map(withoutDrawnCursor), ...rows.reverse()];
  }

  get #found(): readonly string[] {
    const query = this.#input.getValue().toLowerCase();
    const containing = this.#entries.filter((entry) => entry.toLowerCase().includes(query));
    return containing.length > 0
      ? containing
      : fuzzyFilter([...this.#entries], query, (entry) => entry);
  }
}
