import type { Session } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { emptyLine, type Line } from "../../text/styled-line.ts";
import type { Theme } from "../../text/theme.ts";
import { Activity } from "../agent/activity.ts";
import { ActivityPage, type ActivityPageOptions } from "../agent/activity-page.ts";
import {
  type AgentRow,
  type AgentView,
  idleView,
  reduceAgent,
  type ViewEvent,
} from "../agent/agent-view.ts";
import { type Highlight, loadHighlight } from "../agent/highlight.ts";
import { markdownBlock, type MarkdownOptions } from "../agent/markdown-block.ts";
import { callLines, isCompact, rowBlock } from "../agent/row-blocks.ts";
import { isShownWhole } from "../agent/attachments.ts";
import type { Block } from "../transcript/block.ts";
import { messageLines } from "../transcript/outcome-lines.ts";
import type { Transcript } from "./transcript.ts";

export interface WorkPrinterOptions {
  readonly look: Theme;
  readonly transcript: Transcript;
  readonly session: Pick<Session, "id" | "workspace">;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Something has ended and was printed. */
  readonly onRow: (row: AgentRow) => void;
  /** There is something to draw. */
  readonly onChange: () => void;
}

/** Follows an agent's work: prints what is finished to the transcript, and draws the text that still arrives. */
export class WorkPrinter {
  readonly #options: WorkPrinterOptions;
  readonly #markdown: MarkdownOptions;
  readonly #activity = new Activity();
  #view: AgentView = idleView;
  #highlight: Highlight | null = null;
  #isLoading = false;
  /** Whether the last row was one that stands close to others of its kind. */
  #wasCompact = false;
  #answer: { readonly text: string; readonly block: Block } | null = null;

  constructor(options: WorkPrinterOptions) {
    this.#options = options;
    this.#markdown = { look: options.look, highlight: () => this.#highlight };
  }

  get view(): AgentView {
    return this.#view;
  }

  /** Takes up an event and prints what it has finished. */
  apply(event: ViewEvent): void {
    const { session, now, onRow } = this.#options;
    const { view, rows } = reduceAgent(this.#view, event, { mainId: session.id, nowMs: now() });
    this.#view = view;
    for (const row of rows) {
      this.#activity.add(row);
      this.print(row);
      onRow(row);
    }
  }

  /** A list of all calls, in which each one opens to all that is known of it. */
  activityPage(
    how: Omit<ActivityPageOptions, "look" | "roots" | "ended" | "running">,
  ): ActivityPage {
    const { look, session } = this.#options;
    return new ActivityPage({
      ...how,
      look,
      roots: session.workspace.roots,
      ended: () => this.#activity.items,
      running: () => this.#view.calls,
    });
  }

  /** Prints lines that aren't part of an agent's work. */
  lines(lines: readonly Line[]): void {
    this.#wasCompact = false;
    this.#options.transcript.append(lines);
    this.#options.onChange();
  }

  /** Prints lines below an empty one. */
  section(lines: readonly Line[]): void {
    this.lines([emptyLine, ...lines]);
  }

  /** Prints a message for the person. */
  tell(message: Phrase, style: "warning" | "bad", width: number): void {
    this.lines(messageLines(this.#options.look.language.say(message), style, width));
  }

  print(row: AgentRow): void {
    const { transcript, look } = this.#options;
    if (row.type === "text") this.#needHighlight(row.text);
    // Of the person's own call the whole result is shown.
    if (row.type === "call" && isShownWhole(row.call.view.callId)) {
      const lines = (width: number): Line[] => callLines(row.call, { look, width, isWhole: false });
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
      this.#options.transcript.redraw();
      this.#options.onChange();
    });
  }
}
