// The window's side: what it shows of each call, made from events alone. In Electron this runs in the renderer.
import type { ApprovalQuestion, Outcome, SessionEvent } from "toolwright";
import type { MainMessage, WindowMessage } from "./messages.ts";

/** A call as the window draws it. */
export interface ShownCall {
  readonly title: string;
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly question: ApprovalQuestion | null;
  readonly outcome: Outcome | null;
}

const newCall: ShownCall = { title: "", output: "", metadata: {}, question: null, outcome: null };

export class AgentWindow {
  readonly calls = new Map<string, ShownCall>();
  readonly #send: (message: WindowMessage) => void;
  readonly #draw: (callId: string, call: ShownCall) => void;
  #lastSeq = 0;

  constructor(
    send: (message: WindowMessage) => void,
    draw: (callId: string, call: ShownCall) => void,
  ) {
    this.#send = send;
    this.#draw = draw;
    send({ type: "follow", after: this.#lastSeq });
  }

  call(id: string, name: string, input: unknown): void {
    this.#send({ type: "call", call: { id, name, input } });
  }

  /** Once, or with the question's first proposal for the rest of the session. */
  allow({ id: questionId, proposals }: ApprovalQuestion): void {
    const outcome = proposals.length > 0 ? "session" : "once";
    this.#send({ type: "answer", questionId, answer: { outcome } });
  }

  cancel(callId: string): void {
    this.#send({ type: "cancel", callId });
  }

  receive(message: MainMessage): void {
    if (message.type === "missed") return this.calls.clear();
    const { event } = message;
    this.#lastSeq = event.seq;
    const call = after(this.calls.get(event.callId) ?? newCall, event);
    this.calls.set(event.callId, call);
    this.#draw(event.callId, call);
  }
}

function after(call: ShownCall, event: SessionEvent): ShownCall {
  switch (event.type) {
    case "invocation-start":
      return { ...call, title: event.tool };
    case "invocation-prepared":
      return { ...call, title: event.summary };
    case "approval-requested":
      return { ...call, question: event.question };
    case "approval-answered":
      return { ...call, question: null };
    case "invocation-update": {
      const { title = call.title, output = "", metadata } = event.update;
      const merged = { ...call.metadata, ...metadata };
      return { ...call, title, output: call.output + output, metadata: merged };
    }
    case "invocation-end":
      return { ...call, question: null, outcome: event.outcome };
  }
}
