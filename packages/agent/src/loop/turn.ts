import type { Outcome, Session } from "@toolwright/core";
import { type Answer, readAnswer, type StartedCall } from "./answer.ts";
import type { CompactionTrigger, Compactor } from "../compaction/compactor.ts";
import { isTooLong, throwTooLong } from "../compaction/too-long.ts";
import { type Conversation, notRun } from "../conversations/conversation.ts";
import type { AgentEventBody, RunEnd } from "../events/events.ts";
import type { RunHooks } from "../hooks/run-hooks.ts";
import { LoopGuard } from "./loop-guard.ts";
import type { ModelToolCall } from "../model/message.ts";
import { type Model, type ModelEvent, type ModelTool, noUsage } from "../model/model.ts";
import type { FinalOutput } from "../output/final-output.ts";
import { type Delta, ShownDeltas } from "../events/shown-deltas.ts";
import { type PersonMessage, textsOf, withoutSecrets } from "../prompt/person-message.ts";
import type { PromptNews } from "../prompt/prompt-news.ts";
import { type RetryListener, type RetryOptions, retried } from "./retry.ts";
import type { Spending } from "../budgets/spending.ts";

/** More calls in one answer are not run. */
const maxCallsPerAnswer = 128;

/** After this many useless answers in a row the run ends. */
const maxUselessAnswers = 2;

export interface TurnParts {
  readonly session: Session;
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly enableToolCalls?: boolean;
  readonly conversation: Conversation;
  readonly compactor: Compactor;
  /** The person's request. */
  readonly task: PersonMessage;
  readonly hooks: RunHooks;
  readonly news: PromptNews;
  readonly output: FinalOutput | undefined;
  readonly spending: Spending;
  readonly retry?: RetryOptions;
  readonly number: number;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEventBody) => void;
  /** Messages of the person that came while the model worked; each is returned once. */
  readonly takeSteering: () => readonly PersonMessage[];
  /** Whether the model has reported its end by a call. */
  readonly isFinished: () => boolean;
}

/**
 * Works on the person's request: asks the model, runs its calls, tells it the results, until it makes no more calls.
 *
 * Errors: ModelError when the model can't be reached, the signal's reason. The conversation is complete in any case.
 */
export class Turn {
  readonly #parts: TurnParts;
  readonly #guard = new LoopGuard();
  /** The text of the latest answer that had one. */
  text = "";
  /** The value of that text, when an output was asked for. */
  output: unknown;
  /** The person's messages that the model wasn't given yet. */
  readonly #said: PersonMessage[];
  #lastCallsRefused = false;
  #uselessAnswers = 0;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.#said = [withoutSecrets(parts.task, parts.session)];
  }

  async run(): Promise<RunEnd> {
    const { spending, emit } = this.#parts;
    for (;;) {
      const refusal = await this.#prepare();
      if (refusal !== null) return { status: "refused", reason: refusal };
      if (spending.exceeded() === null) await this.#compact("near-limit");
      // Others have used the budgets meanwhile.
      const reason = spending.exceeded();
      if (reason !== null) return { status: "failed", reason };
      const end = await this.#step(spending.beginStep());
      for (const warning of spending.warnings()) emit(warning);
      const last = end === null ? null : await this.#endOf(end);
      if (last !== null) return last;
    }
  }

  /** Gives the model what was said since the last step. Returns why a hook ends the run instead. */
  async #prepare(): Promise<string | null> {
    const { conversation, hooks, news, spending, emit } = this.#parts;
    this.#hear();
    const said = this.#said.splice(0);
    const { contexts, end } = await hooks.beforeStep(spending.steps + 1, textsOf(said));
    if (end !== null) return end;
    await news.tell(emit);
    for (const message of said) conversation.addUser(message);
    if (said.length > 0) this.#labelPerson();
    conversation.noteLabels(this.#parts.session.labels);
    for (const context of contexts) conversation.addNote(context);
    return null;
  }

  /** A sub-agent's task is its parent's text, which has the labels of what that read. */
  #labelPerson(): void {
    const { agent, labels } = this.#parts.session;
    if (agent.depth === 0) labels?.add({ label: "person", callId: null, tool: "a message" });
  }

  /** Whether the person has said something that the model doesn't know. */
  #hear(): boolean {
    for (const given of this.#parts.takeSteering()) {
      const message = withoutSecrets(given, this.#parts.session);
      this.#parts.emit({ type: "steer", text: textsOf([message]) });
      this.#said.push(message);
    }
    return this.#said.length > 0;
  }

  /** How the turn ends when the model has stopped. Null: a hook or a wrong output makes it continue. */
  async #endOf(end: RunEnd): Promise<RunEnd | null> {
    if (end.status === "failed") return end;
    const { hooks, conversation, output } = this.#parts;
    const reason = await hooks.stop(this.text);
    if (reason !== null) {
      conversation.addNote(reason);
      return null;
    }
    if (output === undefined || end.status !== "done") return end;
    const verdict = await output.judge(this.text);
    if ("correction" in verdict) {
      conversation.addNote(verdict.correction);
      return null;
    }
    if ("failure" in verdict) return { status: "failed", reason: verdict.failure };
    this.output = verdict.value;
    return end;
  }

  /** One answer and its calls. Null: the model goes on. */
  async #step(step: number): Promise<RunEnd | null> {
    const { spending, conversation, compactor, session, emit, number: turn } = this.#parts;
    emit({ type: "step-start", step, turn });
    const answer = await this.#answer();
    const { reason, usage } = answer.finish ?? { reason: "other", usage: noUsage };
    // Before its calls end: sub-agents share the budgets.
    spending.addUsage(usage);
    const results = await this.#results(answer.calls);
    conversation.addAnswer(answer.parts, results);
    compactor.noteAnswer(usage);
    // The model wrote it, so its placeholders are genuine.
    const shown = (type: "text" | "reasoning"): string =>
      session.redact(textOf(answer, type), { isHidden: true });
    const text = shown("text");
    if (text.trim() !== "") this.text = text;
    emit({
      type: "step-end",
      step,
      turn,
      finishReason: reason,
      text,
      reasoning: shown("reasoning"),
      usage,
    });
    const outcomes = results.map(({ outcome }) => outcome);
    await this.#parts.hooks.afterStep({ step, text, outcomes });
    this.#parts.signal.throwIfAborted();
    return results.length > 0
      ? this.#afterCalls(answer.calls, results)
      : this.#afterText(text, reason);
  }

  /** Asks the model. If the conversation is too long for it, once more with a shorter one. */
  async #answer(): Promise<Answer> {
    try {
      return await this.#ask();
    } catch (error) {
      if (!isTooLong(error)) throw error;
      const isShorter = await this.#compact("too-long");
      return isShorter ? await this.#ask().catch(throwTooLong) : throwTooLong(error);
    }
  }

  /** Asks the model, again after a failure. An answer that was cut off behind a complete call counts as whole. */
  async #ask(): Promise<Answer> {
    const { model, system, tools, conversation, session, signal, retry, emit } = this.#parts;
    const send = async (): Promise<Answer> => {
      const answer: Answer = { parts: [], calls: [], finish: null };
      const deltas = new ShownDeltas(session, emit);
      const request = { system, tools, messages: conversation.messages, signal };
      try {
        await readAnswer(answer, model, request, {
          onDelta: (event) => deltas.push(deltaEvent(event)),
          startCall: (call) => {
            deltas.endCall(call.id);
            return this.#startCall(call, answer);
          },
        });
      } catch (error) {
        if (answer.calls.length === 0) throw error;
      } finally {
        deltas.end();
      }
      return answer;
    };
    return retried(send, { retry, signal, onRetry: this.#tellRetry });
  }

  readonly #tellRetry: RetryListener = (told) => {
    const { session, emit } = this.#parts;
    // A vendor may quote what it was sent.
    emit({ type: "retry", ...told, reason: session.redact(told.reason) });
  };

  /** Makes the conversation shorter if the trigger holds. */
  async #compact(trigger: CompactionTrigger): Promise<boolean> {
    const { compactor, conversation, hooks, news, spending, signal, emit } = this.#parts;
    const compaction = await compactor.compact({
      trigger,
      signal,
      before: () => hooks.beforeCompaction("auto"),
      onRetry: this.#tellRetry,
    });
    if (compaction === null) return false;
    spending.addUsage(compaction.usage);
    emit({ type: "compaction", ...compaction });
    await news.tellAgain(emit);
    for (const context of await hooks.sessionStart()) conversation.addNote(context);
    return true;
  }

  #startCall(given: ModelToolCall, { parts, calls }: Answer): StartedCall {
    const { conversation, session, spending, enableToolCalls } = this.#parts;
    const call = conversation.withOwnId(given, (id) => session.hasCall(id));
    if (enableToolCalls === false || calls.length >= maxCallsPerAnswer || !spending.takeCall())
      return { call, invocation: null };
    conversation.beginCall([...parts, call]);
    const { id, name, input } = call;
    return { call, invocation: session.call({ id, name, input }) };
  }

  /** The outcomes in the order of the calls. A cancelled run cancels them, and they say so. */
  async #results(
    calls: readonly StartedCall[],
  ): Promise<readonly { name: string; outcome: Outcome }[]> {
    const { signal, spending, enableToolCalls } = this.#parts;
    const whyNotRun = (): string =>
      enableToolCalls === false ? noTools : (spending.exceeded() ?? tooManyCalls);
    const cancel = () => {
      for (const { invocation } of calls) invocation?.cancel("The run was cancelled.");
    };
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await Promise.all(
        calls.map(async ({ call, invocation }) => ({
          name: call.name,
          outcome: (await invocation) ?? notRun(call, whyNotRun()),
        })),
      );
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  #afterCalls(
    calls: readonly StartedCall[],
    results: readonly { outcome: Outcome }[],
  ): RunEnd | null {
    this.#uselessAnswers = 0;
    if (this.#parts.isFinished()) return { status: "done" };
    this.#lastCallsRefused = results.every(({ outcome }) => outcome.status === "refused");
    const verdict = this.#guard.addStep(
      calls.map(({ call }, at) => ({ call, content: results[at]?.outcome.content ?? [] })),
    );
    if (verdict?.stops === true) return { status: "failed", reason: verdict.text };
    if (verdict !== null) this.#parts.conversation.addNote(verdict.text);
    return null;
  }

  #afterText(text: string, reason: string): RunEnd | null {
    if (this.#hear()) return null;
    if (reason === "content-filter") {
      return { status: "failed", reason: "The vendor's content filter ended the model's answer." };
    }
    if (reason === "length") return this.#nudge("Your answer reached the output limit. Continue.");
    if (text.trim() === "")
      return this.#nudge("Your answer was empty. Continue, or say that you are done.");
    if (!this.#lastCallsRefused) return { status: "done" };
    return { status: "refused", reason: "The model's last calls were refused, and it stopped." };
  }

  #nudge(message: string): RunEnd | null {
    this.#uselessAnswers += 1;
    if (this.#uselessAnswers > maxUselessAnswers) {
      return {
        status: "failed",
        reason: "The model gave no usable answer several times in a row.",
      };
    }
    this.#parts.conversation.addNote(message);
    return null;
  }
}

const noTools = "Not run: there are no tools. Answer without them.";
const tooManyCalls = `Not run: at most ${maxCallsPerAnswer} calls in one answer. Make it again.`;

function deltaEvent(event: Exclude<ModelEvent, { type: "part" | "finish" }>): Delta {
  if (event.type !== "tool-call-delta") return event;
  return { type: event.type, callId: event.id, tool: event.name, delta: event.delta };
}

function textOf(answer: Answer, type: "text" | "reasoning"): string {
  return answer.parts.map((part) => (part.type === type ? part.text : "")).join("");
}
