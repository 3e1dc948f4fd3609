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
  /** The rows below the transcript at a width; always fewer than the terminal has. */
  readonly live: (width: number) => string[];
  /** Called after a change of size, before the next drawing. */
  readonly onResize: () => void;
  /** Receives an error thrown while drawing. */
  readonly onFault: (thrown: unknown) => void;
}

/** What takes the whole screen for a while. */
export interface Page {
  /** At most `height` rows, at most as wide as `width`. */
  render(width: number, height: number): readonly string[];
  handleInput(data: string): void;
  /** The place of the cursor, counted from 0. Default: none. */
  readonly cursor?: { readonly row: number; readonly column: number } | null;
}

const alternateOn = "\u001b[?1049h\u001b[?25l";
const alternateOff = "\u001b[?1049l";

/**
 * Draws the transcript and the live part below it into the terminal's main screen.
 *
 * The library compares all rows that it ever drew, and draws all of them again after a resize. This
 * class forgets rows that have left the screen for the terminal's scrollback, so that drawing doesn't
 * get slower in a long session.
 */
export class Screen extends TuiMainScreen {
  readonly #options: ScreenOptions;
  #size = { columns: 0, rows: 0 };
  #page: Page | null = null;
  /** The page as it was drawn last. */
  #drawnPage = "";

  constructor(options: ScreenOptions) {
    super(options.terminal, true);
    this.#options = options;
  }

  /** The columns in use. The last one stays free, as terminals differ in how they continue a full row. */
  get contentWidth(): number {
    return contentWidth(this.terminal.columns);
  }

  /** Clears the screen and its scrollback. */
  erase(): void {
    this.terminal.write("\u001b[3J");
    this.requestRender(true);
  }

  get page(): Page | null {
    return this.#page;
  }

  /** Shows a page on the terminal's other screen, or null to come back to this one, which stays as it was. */
  set page(page: Page | null) {
    if ((page === null) !== (this.#page === null)) {
      this.terminal.write(page === null ? alternateOff : alternateOn);
    }
    this.#page = page;
    this.#drawnPage = "";
    this.requestRender();
  }

  /** Leaves the terminal to another program for a while, and draws everything again afterwards. */
  async away<Result>(work: () => Promise<Result>): Promise<Result> {
    super.stop({ preserveScreen: true });
    try {
      return await work();
    } finally {
      this.start();
      this.#size = { columns: -1, rows: -1 };
      this.requestRender(true);
    }
  }

  override stop(...options: Parameters<TuiMainScreen["stop"]>): void {
    this.page = null;
    super.stop(...options);
  }

  override render(columns: number): string[] {
    const width = contentWidth(columns);
    const rows = [...this.#options.transcript.render(width), ...this.#options.live(width)];
    return rows.map((row) => fitted(row, columns));
  }

  protected override doRender(): void {
    try {
      if (this.#page !== null) {
        this.#drawPage(this.#page);
        return;
      }
      this.#fit();
      super.doRender();
      this.#releaseRows();
    } catch (thrown) {
      this.#options.onFault(thrown);
    }
  }

  #drawPage(page: Page): void {
    const { columns, rows } = this.terminal;
    const text = page
      .render(contentWidth(columns), rows)
      .map((row) => `${fitted(row, columns)}\u001b[K`)
      .join("\r\n");
    const { cursor = null } = page;
    const place =
      cursor === null ? "" : `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`;
    const drawn = `\u001b[?25l\u001b[H${text}\u001b[J${place}`;
    if (drawn === this.#drawnPage) return;
    this.#drawnPage = drawn;
    this.terminal.write(`\u001b[?2026h${drawn}\u001b[?2026l`);
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

  /** When the terminal gets lower, these rows go first, so the same number stays at the top. */
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

/** The library throws on a row that is too wide, and its width table may differ from ours. */
function fitted(row: string, columns: number): string {
  return visibleWidth(row) > columns ? truncateToWidth(row, columns, "") : row;
}

function contentWidth(columns: number): number {
  return Math.max(10, columns - 1);
}

/** The sequence with which the library clears the screen before it redraws everything. */
const emptied = "\u001b[2J\u001b[H\u001b[3J";

/** The process's terminal. It keeps the scrollback on a resize, which the library would erase. */
export class ScrollbackTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(data.replace(emptied, `\u001b[H${"\u001b[2K\u001b[B".repeat(this.rows)}\u001b[H`));
  }

  override stop(): void {
    try {
      super.stop();
    } catch (thrown) {
      // The terminal has gone, so there is nothing to restore; what runs must still end in order.
      if ((thrown as NodeJS.ErrnoException).code !== "EIO") throw thrown;
    }
  }
}
