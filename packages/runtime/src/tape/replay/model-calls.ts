import { isDeepStrictEqual } from "node:util";
import type { InvocationEvent, Outcome } from "@toolwright/core";
import type { PrivatePaths } from "../private-paths.ts";
import type { TapeCall } from "../tape.ts";
import type { Difference } from "./differences.ts";
import type { LoadedTape } from "./loaded-tape.ts";

export interface ModelCallsListener {
  /** A call of the model is this one of the tape. */
  take(callId: string, taped: TapeCall): void;
  ended(taped: TapeCall, outcome: Outcome): void;
  differs(difference: Difference): void;
}

/** Compares the calls of a model with those of a tape, in their order, until one is another. */
export class ModelCalls {
  onDivergence: () => void = () => undefined;
  hasDiverged = false;
  readonly #paths: PrivatePaths;
  readonly #listener: ModelCallsListener;
  readonly #left: TapeCall[];
  /** The inputs as the model sent them then, by the call's id. */
  readonly #sent: ReadonlyMap<string, unknown>;
  readonly #taken = new Map<string, TapeCall>();

  constructor(
    { tape, paths }: { readonly tape: LoadedTape; readonly paths: PrivatePaths },
    listener: ModelCallsListener,
  ) {
    this.#paths = paths;
    this.#listener = listener;
    this.#left = tape.calls.filter(
      ({ type, session, parentCallId }) =>
        type === "call" && session === tape.header.session && parentCallId === undefined,
    );
    this.#sent = sentInputs(tape);
  }

  /** Hears the events of the main session. */
  heard(event: InvocationEvent): void {
    if (event.type === "invocation-end") {
      const taped = this.#taken.get(event.callId);
      if (taped !== undefined) this.#listener.ended(taped, event.outcome);
    }
    if (event.type !== "invocation-start" || event.parentCallId !== undefined || this.hasDiverged)
      return;
    // Models send text.
    const input = typeof event.input === "string" ? parsed(event.input) : event.input;
    const now = this.#paths.hide({ tool: event.tool, input });
    const next = this.#left[0];
    if (next === undefined || !this.#isSame(next, now)) return this.#diverge(next, now);
    this.#left.shift();
    this.#taken.set(event.callId, next);
    this.#listener.take(event.callId, next);
  }

  /** The model has ended its work. */
  end(): void {
    const [next] = this.#left;
    if (!this.hasDiverged && next !== undefined) this.#diverge(next, null);
  }

  #isSame({ id, tool, input }: TapeCall, now: Made): boolean {
    if (tool !== now.tool) return false;
    return isDeepStrictEqual(input, now.input) || isDeepStrictEqual(this.#sent.get(id), now.input);
  }

  #diverge(next: TapeCall | undefined, now: Made | null): void {
    this.hasDiverged = true;
    const recorded = next === undefined ? null : { tool: next.tool, input: next.input };
    const [session, call] = [next?.session ?? null, next?.id ?? null];
    const tool = next?.tool ?? now?.tool ?? null;
    this.#listener.differs({ kind: "call", session, call, tool, recorded, now });
    this.onDivergence();
  }
}

interface Made {
  readonly tool: string;
  readonly input: unknown;
}

function sentInputs({ records }: LoadedTape): ReadonlyMap<string, unknown> {
  const parts = records.flatMap((record) =>
    record.type === "begun" || record.type === "answer" ? (record["parts"] as readonly Part[]) : [],
  );
  return new Map(
    parts.flatMap(({ type, id, input }) =>
      type === "tool-call" && id !== undefined ? [[id, parsed(input)] as const] : [],
    ),
  );
}

interface Part {
  readonly type: string;
  readonly id?: string;
  readonly input?: string;
}

function parsed(input = ""): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
