import type { Display, Outcome, SessionEvent } from "@toolwright/core";
import { cellHtml } from "./cell-html.ts";
import type { Editor } from "./editor.ts";

/** A call of the live view, as HTML. */
export interface LiveCell {
  readonly id: string;
  readonly html: string;
}

/** The facts of a call that the live view shows. */
export interface LiveCall {
  readonly title: string;
  /** A sub-agent's or a program's. */
  readonly isChild: boolean;
  readonly state: "waiting" | "running" | Outcome["status"];
  /** The question that waits for the person. */
  readonly questionId: string | null;
  readonly preview: Display | null;
  /** The end of what it has printed. */
  readonly output: string;
  readonly outcome: Outcome | null;
}

const maxCalls = 100;
const maxOutput = 20_000;
const intervalMs = 100;

/** The latest calls of a session, each with its live output, its change and its result. */
export class LiveCalls {
  readonly #editor: Pick<Editor, "say" | "showCells">;
  readonly #calls = new Map<string, LiveCall>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(editor: Pick<Editor, "say" | "showCells">) {
    this.#editor = editor;
  }

  /** All calls, for a view that is opened later. */
  get cells(): readonly LiveCell[] {
    return Array.from(this.#calls.keys(), (id) => this.#cellOf(id));
  }

  follow(event: SessionEvent): void {
    const id = `${event.sessionId} ${event.callId}`;
    if (event.type === "invocation-start") this.#begin(id, event);
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.set(id, { ...call, ...changeBy(event, call) });
    this.#changed.add(id);
    // A command may print a thousand times a second.
    this.#timer ??= setTimeout(() => this.#flush(), intervalMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #begin(
    id: string,
    { tool, agent, parentCallId }: Extract<SessionEvent, { type: "invocation-start" }>,
  ): void {
    const isChild = agent !== "main" || parentCallId !== undefined;
    this.#calls.set(id, {
      title: tool,
      isChild,
      state: "running",
      questionId: null,
      preview: null,
      output: "",
      outcome: null,
    });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#calls.delete(oldest);
  }

  #flush(): void {
    this.#timer = null;
    const ids = [...this.#changed].filter((id) => this.#calls.has(id));
    this.#changed.clear();
    this.#editor.showCells(ids.map((id) => this.#cellOf(id)));
  }

  #cellOf(id: string): LiveCell {
    const call = this.#calls.get(id);
    return { id, html: call === undefined ? "" : cellHtml(call, this.#editor.say) };
  }
}

function changeBy(event: SessionEvent, { output }: LiveCall): Partial<LiveCall> {
  switch (event.type) {
    case "invocation-start":
      return {};
    case "invocation-prepared":
      return { title: event.summary, preview: event.preview ?? null };
    case "approval-requested":
      return { state: "waiting", questionId: event.question.id, title: event.question.summary };
    case "approval-answered":
      return { state: "running", questionId: null };
    case "invocation-update": {
      const { title, output: more = "" } = event.update;
      const tail = (output + more).slice(-maxOutput).toWellFormed();
      return { ...(title !== undefined && { title }), output: tail };
    }
    case "invocation-end":
      return { state: event.outcome.status, questionId: null, outcome: event.outcome };
  }
}
