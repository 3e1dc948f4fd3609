import { ConfigurationError, type Session } from "@toolwright/core";
import type { Conversation } from "../conversations/conversation.ts";
import type { Model, ModelTool, Usage } from "../model/model.ts";
import type { RetryListener, RetryOptions } from "../loop/retry.ts";
import { canBeCompacted, compact, type Compacted } from "./compact.ts";
import { ContextMeter, tokensOf } from "./context-meter.ts";

/**
 * Why a conversation is compacted. `near-limit`: the next request would come near the model's context size. `too-long`: the
 * vendor refused a request. `manual`: the person wants it.
 */
export type CompactionTrigger = "near-limit" | "too-long" | "manual";

/** A compaction that was done. */
export interface Compaction extends Omit<Compacted, "messages"> {
  readonly trigger: CompactionTrigger;
  /** The size of the next request, partly estimated. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface CompactorParts {
  readonly session: Session;
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly conversation: Conversation;
  readonly retry?: RetryOptions;
  /** The share of the model's context from which on the conversation is compacted; false: only by hand. */
  readonly compactAt?: number | false;
}

export interface CompactionRun {
  readonly trigger: CompactionTrigger;
  readonly signal: AbortSignal;
  readonly onRetry: RetryListener;
  /** Called when it is certain that the conversation will be compacted. */
  readonly before: () => Promise<void>;
  /** The things that the person wants to be kept. */
  readonly hint?: string | undefined;
}

const defaultCompactAt = 0.8;

/** For a model whose context size nobody told: what small local models are run with. */
const defaultContextTokens = 32_000;

/** The size after a compaction, of the size from which on it is done. */
const sizeAfter = 0.6;

/** A conversation isn't compacted again before it has grown by this much. */
const growth = 1.2;

const leastTokens = 600;

/** Keeps a conversation within the model's context. */
export class Compactor {
  readonly #parts: CompactorParts;
  readonly #meter: ContextMeter;
  #contextTokens: number;
  /** A shorter conversation isn't compacted again. */
  #least = 0;

  constructor(parts: CompactorParts) {
    const { compactAt = defaultCompactAt } = parts;
    if (compactAt !== false && !(compactAt >= 0.1 && compactAt <= 1)) {
      const message = `compactAt must be false or between 0.1 and 1, but is ${compactAt}.`;
      throw new ConfigurationError("options-invalid", message);
    }
    this.#parts = parts;
    this.#meter = new ContextMeter(parts.system, parts.tools);
    this.#contextTokens = parts.model.contextTokens ?? defaultContextTokens;
  }

  /** usage: of the answer that was just added to the conversation. */
  noteAnswer(usage: Usage): void {
    this.#meter.noteAnswer(usage, this.#parts.conversation.messages);
  }

  /**
   * Compacts the conversation if the trigger holds. Null: it doesn't, or nothing can be left out.
   *
   * Errors: the signal's reason; then the conversation is as it was.
   */
  async compact(run: CompactionRun): Promise<Compaction | null> {
    const { trigger } = run;
    const { conversation } = this.#parts;
    const { messages } = conversation;
    const tokensBefore = this.#meter.next(messages);
    if (!this.#isDue(trigger, tokensBefore)) return null;
    const scale = this.#scaleOf(tokensBefore);
    const maxTokens = this.#room(trigger, scale);
    this.#least = tokensBefore * growth;
    if (!canBeCompacted(messages, maxTokens)) return null;
    await run.before();
    const { messages: shorter, ...done } = await compact({
      ...this.#parts,
      ...run,
      retry: this.#parts.retry,
      hint: run.hint === undefined ? undefined : this.#parts.session.redact(run.hint),
      messages,
      maxTokens,
      maxInputTokens: Math.floor(this.#contextTokens / scale / 2),
      mayOnlyReplaceResults: trigger !== "manual",
    });
    run.signal.throwIfAborted();
    conversation.replace(shorter);
    this.#meter.reset();
    const tokensAfter = Math.round(this.#meter.estimate(shorter) * scale);
    this.#least = tokensAfter * growth;
    return { trigger, tokensBefore, tokensAfter, ...done };
  }

  #isDue(trigger: CompactionTrigger, tokens: number): boolean {
    const { compactAt = defaultCompactAt } = this.#parts;
    if (trigger === "manual") return true;
    if (compactAt === false) return false;
    // What was refused is too long, whatever was said about the model.
    if (trigger === "too-long") this.#contextTokens = Math.min(this.#contextTokens, tokens);
    else if (tokens <= Math.max(this.#contextTokens * compactAt, this.#least)) return false;
    return true;
  }

  /** How much more the vendor counts than we estimate. */
  #scaleOf(tokens: number): number {
    const estimate = this.#meter.estimate(this.#parts.conversation.messages);
    return Math.min(3, Math.max(1, tokens / estimate));
  }

  /** The estimated size that the conversation should have afterwards. */
  #room(trigger: CompactionTrigger, scale: number): number {
    const { compactAt, conversation } = this.#parts;
    const limit = this.#contextTokens * (compactAt || defaultCompactAt) * sizeAfter;
    const room = Math.max(leastTokens, limit / scale - this.#meter.fixedTokens);
    return trigger === "manual" ? Math.min(room, tokensOf(conversation.messages) / 2) : room;
  }
}
