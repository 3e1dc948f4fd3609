import type { AgentBudgets, AgentEventBody, BudgetName } from "../events/events.ts";
import { addUsage, costOf, type Model, noUsage, type Usage } from "../model/model.ts";

/** The part of a budget after which the host is warned. */
const warnAt = 0.8;

const defaultBudgets = { maxSteps: 500 } satisfies AgentBudgets;

const unitOf: Readonly<Record<BudgetName, string>> = {
  maxSteps: "steps",
  maxToolCalls: "tool calls",
  maxTokens: "tokens",
  maxCostUsd: "US dollars",
  maxDurationMs: "ms of working time",
};

/** An addition to what is used of the budgets. */
interface Charge {
  readonly steps?: number;
  readonly calls?: number;
  readonly usage?: Usage;
  /** Undefined when the price isn't known. */
  readonly costUsd?: number | undefined;
}

export interface SpendingSources {
  readonly price: Model["price"];
  readonly workedMs: () => number;
  /** The spending of the agent that gave the task. */
  readonly parent: Spending | undefined;
}

/**
 * Counts a run's use of its budgets. A sub-agent's use is charged to its parent at once, so sub-agents that work
 * side by side share the rest. An answer is paid for when it is complete: answers under way may exceed a budget of tokens
 * or costs.
 */
export class Spending {
  readonly #budgets: AgentBudgets;
  readonly #sources: SpendingSources;
  readonly #warned = new Set<BudgetName>();
  /** With those of sub-agents. */
  #steps = 0;
  #calls = 0;
  #usage = noUsage;
  #costUsd = 0;
  #isPriced: boolean;
  #ownSteps = 0;

  constructor(budgets: AgentBudgets, sources: SpendingSources) {
    this.#budgets = { ...defaultBudgets, ...budgets };
    this.#sources = sources;
    this.#isPriced = sources.price !== undefined;
  }

  get steps(): number {
    return this.#steps;
  }

  /** With that of sub-agents. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Undefined when the price of a model isn't known. */
  get costUsd(): number | undefined {
    return this.#isPriced ? this.#costUsd : undefined;
  }

  /** Returns the number of the agent's own step. Must follow `exceeded` at once, because others use the budgets, too. */
  beginStep(): number {
    this.charge({ steps: 1 });
    this.#ownSteps += 1;
    return this.#ownSteps;
  }

  addUsage(usage: Usage): void {
    const { price } = this.#sources;
    this.charge({ usage, costUsd: price && costOf(usage, price) });
  }

  /** False when there is no call left. */
  takeCall(): boolean {
    if (!this.hasCall()) return false;
    this.charge({ calls: 1 });
    return true;
  }

  /** Why no further step may begin; null when one may. */
  exceeded(): string | null {
    for (const [budget, used, limit] of this.#each()) {
      if (used >= limit) return `The run has used its budget of ${limit} ${unitOf[budget]}.`;
    }
    return this.#sources.parent?.exceeded() ?? null;
  }

  /** The rest of the working time, which all that work side by side use together. */
  timeLeft(): Pick<AgentBudgets, "maxDurationMs"> {
    const { maxDurationMs } = this.#budgets;
    if (maxDurationMs === undefined) return {};
    return { maxDurationMs: Math.max(0, maxDurationMs - this.#sources.workedMs()) };
  }

  /** Budgets that are nearly used up, each once. */
  warnings(): AgentEventBody[] {
    return this.#each().flatMap(([budget, used, limit]) => {
      if (used < limit * warnAt || this.#warned.has(budget)) return [];
      this.#warned.add(budget);
      return [{ type: "budget-warning", budget, used, limit } as const];
    });
  }

  /** True if a call may begin, here and in the parents. */
  hasCall(): boolean {
    const { maxToolCalls = Number.POSITIVE_INFINITY } = this.#budgets;
    return this.#calls < maxToolCalls && this.#sources.parent?.hasCall() !== false;
  }

  /** Counts it here and in the parents. */
  charge(charge: Charge): void {
    const { steps = 0, calls = 0, usage, costUsd } = charge;
    this.#steps += steps;
    this.#calls += calls;
    if (usage !== undefined) {
      this.#usage = addUsage(this.#usage, usage);
      this.#costUsd += costUsd ?? 0;
      if (costUsd === undefined) this.#isPriced = false;
    }
    this.#sources.parent?.charge(charge);
  }

  #each(): readonly (readonly [BudgetName, number, number])[] {
    const used: Readonly<Record<BudgetName, number>> = {
      maxSteps: this.#steps,
      maxToolCalls: this.#calls,
      maxTokens: this.#usage.inputTokens + this.#usage.outputTokens,
      maxCostUsd: this.#costUsd,
      maxDurationMs: this.#sources.workedMs(),
    };
    return (Object.keys(used) as BudgetName[]).flatMap((budget) => {
      const limit = this.#budgets[budget];
      return limit === undefined ? [] : [[budget, used[budget], limit] as const];
    });
  }
}
