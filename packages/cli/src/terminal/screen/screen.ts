import {
  ProcessTerminal,
  type Terminal,
  TuiMainScreen,
  truncateToWidth,
  visibleWidth,
} from "@earendil-works/pi-tui";
import type { Transcript } from "./transcript.ts";

export interface ScreenOptions {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  /** Rows below the transcript at a width: always fewer than the terminal has. */
  readonly live: (width: number) => string[];
  /** The size has changed; called before anything is drawn. */
  readonly onResize: () => void;
  /** Receives an error thrown while drawing. */
  readonly onFault: (thrown: unknown) => void;
}

/**
 * Draws the transcript and the live part below it into the terminal's main screen.
 *
 * The library compares all rows it ever drew and draws them all again after a resize. This class
 * hands rows over to the terminal's scrollback once they have left the screen, so that drawing takes
 * the same time however long a session gets.
 */
export class Screen extends TuiMainScreen {
  readonly #options: ScreenOptions;
  #size = { columns: 0, rows: 0 };

  constructor(options: ScreenOptions) {
    super(options.terminal, true);
    this.#options = options;
  }

  /** Columns of everything that is drawn. The last one stays free: terminals differ in what follows a full row. */
  get contentWidth(): number {
    return contentWidth(this.terminal.columns);
  }

  /** Empties the screen and its scrollback. */
  erase(): void {
    this.terminal.write("\u001b[3J");
    this.requestRender(true);
  }

  override render(columns: number): string[] {
    const width = contentWidth(columns);
    const rows = [...this.#options.transcript.render(width), ...this.#options.live(width)];
    // The library stops on a row that is too wide: two tables of widths may differ by a character.
    return rows.map((row) =>
      visibleWidth(row) > columns ? truncateToWidth(row, columns, "") : row,
    );
  }

  protected override doRender(): void {
    try {
      this.#fit();
      super.doRender();
      this.#releaseRows();
    } catch (thrown) {
      this.#options.onFault(thrown);
    }
  }

  #fit(): void {
    const { columns, rows } = this.terminal;
    const before = this.#size;
    this.#size = { columns, rows };
    if (before.columns === 0 || (before.columns === columns && before.rows === rows)) return;
    this.#options.onResize();
    const { transcript, live } = this.#options;
    const width = contentWidth(columns);
    const lost = Math.min(this.#rowsBelowCursor, Math.max(0, before.rows - rows));
    transcript.fit(width, rows - live(width).length + lost);
  }

  /** A terminal that gets lower gives these up first, and so keeps as many rows more at the top. */
  get #rowsBelowCursor(): number {
    const { previousLines, hardwareCursorRow } = this.captureRenderState();
    return Math.max(0, previousLines.length - 1 - hardwareCursorRow);
  }

  #releaseRows(): void {
    const state = this.captureRenderState();
    const above = state.previousViewportTop;
    if (above === 0) return;
    this.#options.transcript.forget(above);
    this.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(above),
      cursorRow: state.cursorRow - above,
      hardwareCursorRow: state.hardwareCursorRow - above,
      maxLinesRendered: state.maxLinesRendered - above,
      previousViewportTop: 0,
    });
  }
}

function contentWidth(columns: number): number {
  return Math.max(10, columns - 1);
}

/** How the library empties the screen before it draws everything again. */
const emptied = "\u001b[2J\u001b[H\u001b[3J";

/** The process's terminal. Its scrollback survives a resize: the library would erase it. */
export class ScrollbackTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(data.replace(emptied, `\u001b[H${"\u001b[2K\u001b[B".repeat(this.rows)}\u001b[H`));
  }
}
