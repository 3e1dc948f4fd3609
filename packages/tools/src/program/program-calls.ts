import { type Outcome, type ToolContext, ToolError } from "@toolwright/core";
import { cutText, leavesNothing, messageOf } from "@toolwright/core/internal";
import type { ProgramRequest } from "@toolwright/core/ports";
import { searchedTools, toolSignature } from "./tool-catalogue.ts";

/** A call of a program, as its result lists it. */
export interface ProgramCall {
  readonly id: string;
  readonly tool: string;
  readonly status: Outcome["status"];
}

type Answer = (id: number, json: string) => void;

/** No tool's name is longer. */
const maxNameCharacters = 64;

/** Makes a program's calls as calls of its session, in order, and at most so many at the same time. */
export class ProgramCalls {
  /** The calls that have ended, in the order in which they began. */
  readonly #ended: (ProgramCall | undefined)[] = [];
  readonly #failed = new Map<string, Outcome>();
  readonly #context: ToolContext;
  readonly #maxAtOnce: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #underWay = 0;
  /** Whether a call may have changed something. */
  hasChanged = false;
  #isOver = false;

  constructor(context: ToolContext, maxAtOnce: number) {
    this.#context = context;
    this.#maxAtOnce = maxAtOnce;
  }

  get list(): readonly ProgramCall[] {
    return this.#ended.filter((call) => call !== undefined);
  }

  /** The outcome of the failed call of this id; undefined if it didn't fail, or if there is none. */
  failureOf(id: string): Outcome | undefined {
    return this.#failed.get(id);
  }

  take(requests: readonly ProgramRequest[], answer: Answer): void {
    for (const request of requests) this.#waiting.push(() => this.#serve(request, answer));
    this.#next();
  }

  /** Begins no further call. */
  stop(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
  }

  #next(): void {
    while (this.#underWay < this.#maxAtOnce && !this.#isOver) {
      const serve = this.#waiting.shift();
      if (serve === undefined) return;
      this.#underWay += 1;
      void serve().finally(() => {
        this.#underWay -= 1;
        this.#next();
      });
    }
  }

  /** Never rejects. */
  async #serve(request: ProgramRequest, answer: Answer): Promise<void> {
    let json: string;
    try {
      json = JSON.stringify(await this.#answerTo(request));
    } catch (thrown) {
      const code = ToolError.isInstance(thrown) ? thrown.code : "internal";
      json = JSON.stringify({ error: { code, message: messageOf(thrown) } });
    }
    answer(request.id, json);
  }

  async #answerTo(request: ProgramRequest): Promise<object> {
    switch (request.kind) {
      case "call":
        return this.#call(request);
      case "search":
        return { value: await searchedTools(request.text, this.#context) };
      case "describe": {
        const value = toolSignature(request.text, this.#context);
        if (value !== null) return { value };
        const message = `No tool ${JSON.stringify(cutText(request.text, 80))}. Find one with searchTools(query).`;
        return { error: { code: "tool-not-found", message } };
      }
    }
  }

  async #call({ name, input }: Extract<ProgramRequest, { kind: "call" }>): Promise<object> {
    const known = name.length <= maxNameCharacters ? name : cutText(name, maxNameCharacters);
    const invocation = this.#context.call({ name: known, input });
    const place = this.#ended.length;
    this.#ended.push(undefined);
    const outcome = await invocation;
    const { callId: id, tool, status, error } = outcome;
    this.#ended[place] = { id, tool, status };
    this.hasChanged ||= status === "ok" && !leavesNothing(outcome.effects);
    if (error === null) return { value: valueOf(outcome) };
    this.#failed.set(id, outcome);
    return { error: { code: error.code, message: error.message, callId: id } };
  }
}

/**
 * The structured result of a tool that has one, with its text unless that is there already; otherwise the text. Many
 * structured results leave out what the text says.
 */
function valueOf({ structured, content }: Outcome): unknown {
  if (structured === null || structured === undefined) return textOf(content);
  if (typeof structured !== "object" || Array.isArray(structured)) return structured;
  return "text" in structured ? structured : { ...structured, text: textOf(content) };
}

function textOf(content: Outcome["content"]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "resource") return part.text ?? part.uri;
      return `[${part.type} of ${part.mimeType}]`;
    })
    .join("\n");
}
