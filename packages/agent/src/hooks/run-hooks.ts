import type { Session } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type {
  AfterStepFacts,
  AgentHook,
  AgentHookFacts,
  AgentHookPoint,
  AgentHooks,
  BeforeCompactionFacts,
  HookEvent,
  SessionStartFacts,
} from "./agent-hooks.ts";

const defaultTimeoutMs = 60_000;
/** In UTF-16 units. A longer answer is ignored. */
const maxAnswerLength = 1_000_000;
/** The length of what is told of an answer. */
const maxTextLength = 10_000;
/** How often hooks may make the agent continue in one turn. */
const maxContinued = 8;

/** The fields of an answer that count. */
const answerFields = {
  "session-start": ["context"],
  "before-step": ["context", "end"],
  "after-step": [],
  "before-compaction": [],
  stop: ["continue"],
} as const satisfies Readonly<Record<AgentHookPoint, readonly (keyof HookAnswer)[]>>;

type HookAnswer = Pick<HookEvent, "context" | "end" | "continue">;

export interface RunHooksParts {
  readonly hooks: AgentHooks;
  readonly session: Session;
  readonly turn: number;
  readonly signal: AbortSignal;
  readonly emit: (event: HookEvent) => void;
  readonly state: HookState;
}

/** Shared by the runs of one agent. */
export interface HookState {
  /** Why `session-start` hooks run before the next step; null when they don't. */
  start: SessionStartFacts["source"] | null;
}

/** What hooks say before a step. */
export interface StepPreparation {
  /** Texts for the model. */
  readonly contexts: readonly string[];
  /** Why the run ends; null when it goes on. */
  readonly end: string | null;
}

/** Runs an agent's hooks during one run. Never rejects: a hook that fails is reported and ignored. */
export class RunHooks {
  readonly #parts: RunHooksParts;
  #continued = 0;

  constructor(parts: RunHooksParts) {
    this.#parts = parts;
  }

  /** prompt: what the person has said since the last step; empty for nothing. */
  async beforeStep(step: number, prompt: string): Promise<StepPreparation> {
    const started = await this.sessionStart();
    const answers = await this.#run("before-step", { step, ...(prompt !== "" && { prompt }) });
    return {
      contexts: [...started, ...contextsOf(answers)],
      end: answers.find(({ end }) => end !== undefined)?.end ?? null,
    };
  }

  /** What hooks tell the model at the start, or after a compaction. */
  async sessionStart(): Promise<readonly string[]> {
    const { state } = this.#parts;
    const { start: source } = state;
    state.start = null;
    return source === null ? [] : contextsOf(await this.#run("session-start", { source }));
  }

  async afterStep(facts: Pick<AfterStepFacts, "step" | "text" | "outcomes">): Promise<void> {
    await this.#run("after-step", facts);
  }

  async beforeCompaction(trigger: BeforeCompactionFacts["trigger"]): Promise<void> {
    await this.#run("before-compaction", { trigger });
    // The compacted conversation may lack what was told at the start.
    this.#parts.state.start = "compact";
  }

  /** Why the agent must continue although the model has stopped; null when it may stop. */
  async stop(text: string): Promise<string | null> {
    if (this.#continued >= maxContinued) return null;
    const answers = await this.#run("stop", { text, continued: this.#continued });
    const told = answers.find((answer) => answer.continue !== undefined);
    if (told === undefined) return null;
    this.#continued += 1;
    return `The hook '${told.hook}' says that you are not done:\n\n${told.continue}`;
  }

  /** The answers in the order of the hooks, until one ends the run or makes it continue. */
  async #run(
    point: AgentHookPoint,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<readonly HookEvent[]> {
    const { hooks, emit, signal, session } = this.#parts;
    const answers: HookEvent[] = [];
    for (const hook of hooks[point] ?? []) {
      if (signal.aborted) break;
      const event = { type: "hook", point, hook: session.redact(hook.name) } as const;
      const answer = await this.#ask(hook, facts, point);
      if (Object.keys(answer).length === 0) continue;
      const told = { ...event, ...answer };
      emit(told);
      answers.push(told);
      if (told.end !== undefined || told.continue !== undefined) break;
    }
    return answers;
  }

  async #ask(
    hook: AgentHook<never, unknown>,
    given: Readonly<Record<string, unknown>>,
    point: AgentHookPoint,
  ): Promise<HookAnswer & Pick<HookEvent, "problem">> {
    const { signal, session } = this.#parts;
    const { timeoutMs = defaultTimeoutMs } = hook;
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), timeoutMs);
    const facts = { ...this.#facts(AbortSignal.any([signal, time.signal])), ...given };
    try {
      // The methods above put each point's facts together.
      const answer = await orAborted(Promise.resolve(hook.run(facts as never)), facts.signal);
      return Object.fromEntries(
        answerFields[point].flatMap((field) => {
          const text = textIn(answer, field);
          return text === "" ? [] : [[field, cut(session.redact(text))]];
        }),
      );
    } catch (thrown) {
      if (signal.aborted) return {};
      const seconds = timeoutMs / 1_000;
      const problem = time.signal.aborted ? `it took longer than ${seconds} s` : messageOf(thrown);
      return { problem: cut(session.redact(problem.slice(0, maxAnswerLength))) };
    } finally {
      clearTimeout(timer);
    }
  }

  #facts(signal: AbortSignal): AgentHookFacts {
    const { session, turn } = this.#parts;
    const { id: sessionId, agent, workspace, policy } = session;
    return { sessionId, agent, cwd: workspace.cwd, mode: policy.mode, turn, signal };
  }
}

/** Empty for none. Errors: Error for an answer that is nonsense or too long. */
function textIn(answer: unknown, field: keyof HookAnswer): string {
  if (answer === undefined || answer === null) return "";
  if (typeof answer !== "object") throw new Error(`it answered ${typeof answer}, not an object`);
  const text = (answer as Readonly<Record<string, unknown>>)[field];
  if (text === undefined) return "";
  if (typeof text !== "string") throw new Error(`its '${field}' is no text`);
  if (text.length > maxAnswerLength) {
    throw new Error(`its '${field}' exceeds ${maxAnswerLength} characters`);
  }
  return text.trim();
}

function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength).toWellFormed()}\n[The rest is left out.]`;
}

function orAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    void value.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function contextsOf(answers: readonly HookEvent[]): readonly string[] {
  return answers.flatMap(({ hook, context }) =>
    context === undefined ? [] : [`Context from the hook '${hook}':\n\n${context}`],
  );
}
