import { parseKey } from "@earendil-works/pi-tui";
import type { Job, JobTerminal, TerminalSize } from "@toolwright/core/ports";
import { phrase } from "../../language/phrase.ts";
import { cutLine, line, span } from "../../text/styled-line.ts";
import { rowText } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { Alarm } from "../screen/alarm.ts";
import type { Page } from "../screen/screen.ts";
import type { Cursor, Emulator, ScreenRow } from "./emulator.ts";
import { programInput } from "./program-keys.ts";
import { styledCells } from "./styled-cells.ts";

export interface AttachPageOptions {
  readonly look: Theme;
  readonly job: Job;
  readonly terminal: JobTerminal;
  readonly emulator: Emulator;
  /** Hides secrets in a text. */
  readonly redact: (text: string) => string;
  /** True if a question waits behind the page. */
  readonly isAsked: () => boolean;
  /** There is something to draw. */
  readonly onChange: () => void;
  /** The person has left, or the program has ended. */
  readonly onClose: (how: Departure) => void;
}

export interface Departure {
  readonly hasEnded: boolean;
  /** True if the person has sent keys to the program. */
  readonly hasTyped: boolean;
}

/** Keys within this time after the program's end were meant for the program. */
const settleMs = 500;

/** The screen of a program with a terminal of its own, which gets the person's keys. */
export class AttachPage implements Page {
  readonly #options: AttachPageOptions;
  readonly #leave: () => void;
  readonly #settle = new Alarm();
  #hasTyped = false;
  #hasEnded = false;
  #isClosed = false;

  constructor(options: AttachPageOptions) {
    const { job, terminal, emulator, onChange } = options;
    this.#options = options;
    let isLive = false;
    this.#leave = terminal.watch(async (output) => {
      await emulator.write(output);
      if (!this.#isClosed) onChange();
    });
    // The program has long given up on the answers to what it asked before.
    emulator.onReply((reply) => {
      if (isLive) this.#send(reply);
    });
    void emulator.write(new Uint8Array()).then(() => (isLive = true));
    job.ended.then(
      () => this.#end(),
      () => this.#end(),
    );
  }

  render(width: number, height: number): readonly string[] {
    const { look, emulator } = this.#options;
    this.#fit({ columns: width, rows: Math.max(1, height - 1) });
    const rows = emulator.rows();
    const plain = plainText(rows);
    const hidden = this.#options.redact(plain);
    const shown =
      hidden === plain
        ? rows.map(({ cells }) => styledCells(cells, look.hasColours))
        : withoutColours(hidden, rows, width, look);
    return [...shown, this.#foot(width)].slice(-height);
  }

  get cursor(): Cursor | null {
    return this.#hasEnded ? null : this.#options.emulator.cursor;
  }

  handleInput(data: string): void {
    if (this.#hasEnded) this.#closeSoon();
    else if (parseKey(data) === "ctrl+]") this.#close();
    else {
      this.#hasTyped = true;
      this.#send(programInput(data, this.#options.emulator.modes));
    }
  }

  #send(keys: string): void {
    if (keys === "") return;
    // It may end just now.
    this.#options.job.write(keys).catch(() => undefined);
  }

  #fit(size: TerminalSize): void {
    const { emulator, terminal } = this.#options;
    if (!isSame(emulator.size, size)) emulator.resize(size);
    if (!isSame(terminal.size, size)) terminal.resize(size);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#hasEnded = true;
    this.#closeSoon();
    this.#options.onChange();
  }

  #closeSoon(): void {
    this.#settle.set(settleMs, () => this.#close());
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#settle.clear();
    this.#leave();
    this.#options.onClose({ hasEnded: this.#hasEnded, hasTyped: this.#hasTyped });
  }

  #foot(width: number): string {
    const { look, job, isAsked } = this.#options;
    const { say } = look.language;
    const [title = ""] = job.title.split("\n");
    const how = this.#hasEnded
      ? phrase("{job} has ended", { job: job.id })
      : phrase("Ctrl-] leaves {job}", { job: job.id });
    const foot = line(
      span(isAsked() ? `${say(phrase("A question waits"))} ${look.glyphs.dot} ` : "", "warning"),
      span(say(how), "strong"),
      span(` ${look.glyphs.dot} ${title}`, "dim"),
    );
    return rowText(cutLine(foot, width, look.glyphs.ellipsis), look);
  }
}

function isSame(one: TerminalSize, other: TerminalSize): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}

/** The screen's text, in which a row that goes on is one line with the next. */
function plainText(rows: readonly ScreenRow[]): string {
  return rows
    .map(({ cells, isWrapped }, index) => {
      const text = cells.map((cell) => cell.text).join("");
      const goesOn = rows[index + 1]?.isWrapped === true;
      return (index === 0 || isWrapped ? "" : "\n") + (goesOn ? text : text.trimEnd());
    })
    .join("");
}

/** A screen with a secret on it: the text without it, from the top, as much as has room. */
function withoutColours(
  text: string,
  { length }: readonly ScreenRow[],
  width: number,
  look: Theme,
): readonly string[] {
  const rows = text
    .split("\n")
    .map((row) => rowText(cutLine(line(row), width, look.glyphs.ellipsis), look));
  return [...rows, ...Array.from({ length }, () => "")].slice(0, length);
}
