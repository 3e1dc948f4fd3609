import { parseKey } from "@earendil-works/pi-tui";
import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../../language/phrase.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import {
  cutLine,
  emptyLine,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import type { Theme } from "../../text/theme.ts";
import type { Page } from "../screen/screen.ts";
import { formatDuration } from "../transcript/duration.ts";
import { statusSign } from "../transcript/outcome-lines.ts";
import { titleOf } from "../transcript/running-lines.ts";
import type { CallView } from "../transcript/call-view.ts";
import type { ActivityItem } from "./activity.ts";
import type { ChildView } from "./agent-view.ts";
import { callDetails, runningDetails } from "./call-details.ts";
import { firstLine } from "./row-blocks.ts";

type PageItem = ActivityItem | { readonly type: "running"; readonly view: CallView };

export interface ActivityPageOptions {
  readonly look: Theme;
  readonly roots: readonly string[];
  /** What has ended, oldest first. */
  readonly ended: () => readonly ActivityItem[];
  readonly running: () => readonly CallView[];
  /** True if a question waits behind the page. */
  readonly isAsked: () => boolean;
  readonly onClose: () => void;
  /** True if a call's program runs in a terminal of its own, which `attach` shows. */
  readonly hasTerminal: (callId: string) => boolean;
  readonly attach: (callId: string) => void;
}

/** A list of calls and reasoning, each of which opens to all that is known of it. */
export class ActivityPage implements Page {
  readonly #options: ActivityPageOptions;
  /** The index of the chosen item. */
  #chosen: number;
  /** Whether the chosen item is open. */
  #isOpen = false;
  #scroll = 0;
  /** Of the last drawing. */
  #height = 1;
  #rowCount = 0;

  constructor(options: ActivityPageOptions) {
    this.#options = options;
    this.#chosen = Math.max(0, this.#items.length - 1);
  }

  get #items(): readonly PageItem[] {
    const { ended, running } = this.#options;
    return [...ended(), ...running().map((view) => ({ type: "running", view }) as const)];
  }

  render(width: number, height: number): readonly string[] {
    const { look } = this.#options;
    const body = this.#isOpen ? this.#details(width) : this.#list(width);
    this.#height = Math.max(1, height - 2);
    this.#rowCount = body.length;
    this.#scroll = Math.max(0, Math.min(this.#scroll, body.length - this.#height));
    const shown = body.slice(this.#scroll, this.#scroll + this.#height);
    const filler = Array.from({ length: this.#height - shown.length }, () => emptyLine);
    const rows = [this.#head(width), ...shown, ...filler, this.#foot(width)];
    return drawnRows(rows, width, look).slice(0, height);
  }

  handleInput(data: string): void {
    const key = parseKey(data);
    switch (key) {
      case "escape":
      case "q":
      case "left":
        if (this.#isOpen && key !== "q") this.#toList();
        else this.#options.onClose();
        return;
      case "ctrl+o":
      case "ctrl+c":
        return this.#options.onClose();
      case "enter":
      case "right":
        this.#isOpen = this.#items.length > 0;
        this.#scroll = 0;
        return;
      case "a":
        if (this.#terminalCall !== null) this.#options.attach(this.#terminalCall);
        return;
      case "up":
        return this.#move(-1);
      case "down":
        return this.#move(1);
      case "pageUp":
        return this.#move(-this.#height);
      case "pageDown":
      case "space":
        return this.#move(this.#height);
      case "home":
        return this.#move(Number.NEGATIVE_INFINITY);
      case "end":
        return this.#move(Number.POSITIVE_INFINITY);
      default:
    }
  }

  /** The chosen call, if its program can be attached to. */
  get #terminalCall(): string | null {
    const item = this.#items[this.#chosen];
    const view =
      item?.type === "call" ? item.call.view : item?.type === "running" ? item.view : null;
    return view !== null && this.#options.hasTerminal(view.callId) ? view.callId : null;
  }

  #toList(): void {
    this.#isOpen = false;
    this.#scroll = 0;
    this.#reveal();
  }

  #move(rows: number): void {
    const within = (value: number, count: number): number =>
      Math.max(0, Math.min(value, count - 1));
    if (this.#isOpen) {
      this.#scroll = within(this.#scroll + rows, this.#rowCount);
      return;
    }
    this.#chosen = within(this.#chosen + rows, this.#items.length);
    this.#reveal();
  }

  /** Scrolls the list to the chosen item. */
  #reveal(): void {
    const lowest = this.#chosen - this.#height + 1;
    this.#scroll = Math.max(lowest, Math.min(this.#scroll, this.#chosen));
  }

  #list(width: number): readonly Line[] {
    const { look } = this.#options;
    if (this.#items.length === 0) {
      return [line(span(look.language.say(phrase("There are no calls yet.")), "dim"))];
    }
    this.#reveal();
    return this.#items.map((item, index) => {
      const isChosen = index === this.#chosen;
      const sign = span(isChosen ? `${look.glyphs.prompt} ` : "  ", "accent");
      const row = cutLine([sign, ...headOf(item, look)], width, look.glyphs.ellipsis);
      return isChosen ? row.map((piece) => ({ ...piece, style: "selected" as const })) : row;
    });
  }

  #details(width: number): readonly Line[] {
    const { look, roots } = this.#options;
    const item = this.#items[this.#chosen];
    const options = { look, roots, width };
    const lines = item === undefined ? [] : detailsOf(item, options);
    return wrapLines(lines, width);
  }

  #head(width: number): Line {
    const { look, isAsked } = this.#options;
    const { say } = look.language;
    const count = counted("{count} item", "{count} items", { count: this.#items.length });
    const title = line(
      span(say(phrase("Calls and reasoning")), "strong"),
      span(`  ${say(count)}`, "dim"),
      ...(isAsked()
        ? [span(`  ${say(phrase("A question waits: press q to see it"))}`, "warning")]
        : []),
    );
    return cutLine(title, width, look.glyphs.ellipsis);
  }

  #foot(width: number): Line {
    const { look } = this.#options;
    const keys = this.#isOpen
      ? phrase("Up, Down scroll; Left goes back; q closes")
      : phrase("Up, Down choose; Enter opens; q closes");
    const { say } = look.language;
    const more = this.#terminalCall === null ? "" : `  ${say(phrase("a opens its terminal"))}`;
    const foot = line(span(say(keys), "dim"), span(more, "accent"));
    return cutLine(foot, width, look.glyphs.ellipsis);
  }
}

function headOf(item: PageItem, look: Theme): Line {
  switch (item.type) {
    case "running":
      return line(
        item.view.parentCallId === undefined ? "" : "  ",
        span(`${look.glyphs.dot} `, "accent"),
        titleOf(item.view),
      );
    case "reasoning":
      return line(
        span(`${look.glyphs.dot} `, "dim"),
        look.language.say(phrase("Reasoning: {text}", { text: firstLine(item.text) })),
        span(`  ${formatDuration(item.durationMs)}`, "dim"),
      );
    case "child":
      return line(
        "  ".repeat(item.depth),
        span(item.child.name, "strong"),
        `: ${firstLine(item.child.task)}`,
      );
    case "call": {
      const { call, depth } = item;
      return line(
        "  ".repeat(depth),
        statusSign(call.outcome, look),
        call.view.title,
        span(`  ${formatDuration(call.durationMs)}`, "dim"),
      );
    }
  }
}

function detailsOf(item: PageItem, options: Parameters<typeof callDetails>[1]): readonly Line[] {
  const { look } = options;
  switch (item.type) {
    case "running":
      return runningDetails(item.view, options);
    case "call":
      return callDetails(item.call, options);
    case "reasoning":
      return wrapLines(textLines(stripTerminalSequences(item.text)), options.width, {
        atWords: true,
      });
    case "child":
      return childDetails(item.child, look).flatMap((row) =>
        wrapLines([row], options.width, { atWords: true }),
      );
  }
}

function childDetails({ name, task, callCount, report }: ChildView, look: Theme): readonly Line[] {
  const { say } = look.language;
  const named = (label: Phrase, text: string): readonly Line[] =>
    text === "" ? [] : [emptyLine, line(span(say(label), "accent")), ...textLines(text)];
  const calls = counted("{count} call", "{count} calls", { count: callCount });
  return [
    line(span(name, "strong"), span(`  ${say(calls)}`, "dim")),
    ...named(phrase("Task"), task),
    ...named(phrase("Summary"), report?.summary ?? ""),
    ...named(phrase("Details"), report?.details ?? ""),
    ...named(phrase("Files changed"), report?.filesModified.join("\n") ?? ""),
    ...named(phrase("Errors"), report?.errors.join("\n") ?? ""),
  ];
}
