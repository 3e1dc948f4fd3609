import type {
  ElicitRequestParams,
  ElicitResult,
  InputRequests,
} from "@modelcontextprotocol/server";
import type { Invocation, Outcome } from "@toolwright/core";
import type { AskingAbilities, HostLine, HostRequest } from "./host-line.ts";

interface OpenRequest {
  readonly params: ElicitRequestParams;
  answer(result: ElicitResult): void;
}

/** A call's next event: its end, or questions to the host's person. */
export type Turn =
  | { readonly kind: "ended"; readonly outcome: Outcome }
  | { readonly kind: "asks"; readonly requests: InputRequests };

/**
 * A call whose questions travel in results. The host gets them as its request's result and sends the answers
 * in a new request. The call waits in between.
 */
export class HeldCall implements HostLine {
  readonly hostName: string;
  readonly canAsk: AskingAbilities;
  readonly #open = new Map<string, OpenRequest>();
  /** A kind of question that was needed and that the host cannot show; null for none. */
  lacking: "form" | "url" | null = null;
  #invocation: Invocation | null = null;
  #onAsked: (() => void) | null = null;
  readonly #usedKeys = new Set<string>();

  constructor(hostName: string, canAsk: AskingAbilities) {
    this.hostName = hostName;
    this.canAsk = canAsk;
  }

  begin(invocation: Invocation): void {
    this.#invocation = invocation;
  }

  lacks(kind: "form" | "url"): void {
    this.lacking = kind;
  }

  cancel(reason: string): void {
    this.#invocation?.cancel(reason);
  }

  elicit({ topic, params }: HostRequest, signal: AbortSignal): Promise<ElicitResult> {
    return new Promise((resolve, reject) => {
      const key = this.#freeKey(topic);
      const withdraw = (): void => {
        this.#open.delete(key);
        reject(new Error("the question was withdrawn"));
      };
      this.#open.set(key, {
        params,
        answer: (result) => {
          this.#open.delete(key);
          signal.removeEventListener("abort", withdraw);
          resolve(result);
        },
      });
      signal.addEventListener("abort", withdraw, { once: true });
      this.#onAsked?.();
    });
  }

  /** Resolves when the call ends or asks. Never rejects, because invocations do not. */
  async next(invocation: Invocation): Promise<Turn> {
    const ended = invocation.outcome.then((outcome): Turn => ({ kind: "ended", outcome }));
    const asks = new Promise<Turn>((resolve) => {
      this.#onAsked = () => resolve({ kind: "asks", requests: this.#requests() });
      if (this.#open.size > 0) this.#onAsked();
    });
    try {
      return await Promise.race([ended, asks]);
    } finally {
      this.#onAsked = null;
    }
  }

  /** Delivers the person's answers. A malformed answer leaves its question open. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, response] of Object.entries(responses)) {
      const result = elicitResult(response);
      if (result !== null) this.#open.get(key)?.answer(result);
    }
  }

  /** An unused key, so that a late answer to an earlier question cannot answer this one. */
  #freeKey(topic: string): string {
    const word = topic
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .slice(0, 40);
    let key = word;
    for (let count = 2; this.#usedKeys.has(key); count += 1) key = `${word}_${count}`;
    this.#usedKeys.add(key);
    return key;
  }

  #requests(): InputRequests {
    return Object.fromEntries(
      Array.from(this.#open, ([key, { params }]) => [
        key,
        { method: "elicitation/create", params },
      ]),
    );
  }
}

function elicitResult(response: unknown): ElicitResult | null {
  if (typeof response !== "object" || response === null || !("action" in response)) return null;
  const { action } = response;
  if (action !== "accept" && action !== "decline" && action !== "cancel") return null;
  const content = "content" in response ? response.content : undefined;
  if (typeof content !== "object" || content === null) return { action };
  return { action, content: content as NonNullable<ElicitResult["content"]> };
}
