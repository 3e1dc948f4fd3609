import type { AgentBudgets, AgentEventBody, BudgetName } from "./events.ts";
import { addUsage, costOf, type Model, noUsage, type Usage } from "./model/model.ts";

/** The part of a budget after which the host is warned. */
const warnAt = 0.8;

const defaultBudgets = { maxSteps: 200 } satisfies AgentBudgets;

const unitOf: Readonly<Record<BudgetName, string>> = {
  maxSteps: "steps",
  maxToolCalls: "tool calls",
  maxTokens: "tokens",
  maxCostUsd: "US dollars",
  maxDurationMs: "ms of working time",
};

export interface ChildSpending {
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  readonly toolCallCount: number;
}

/** What a run has used of its budgets. */
export class Spending {
  readonly #budgets: AgentBudgets;
  readonly #price: Model["price"];
  readonly #workedMs: () => number;
  readonly #warned = new Set<BudgetName>();
  #usage = noUsage;
  #childUsage = noUsage;
  #childCostUsd = 0;
  #steps = 0;
  #calls = 0;

  constructor(budgets: AgentBudgets, price: Model["price"], workedMs: () => number) {
    this.#budgets = { ...defaultBudgets, ...budgets };
    this.#price = price;
    this.#workedMs = workedMs;
  }

  get steps(): number {
    return this.#steps;
  }

  /** With that of sub-agents. */
  get usage(): Usage {
    return addUsage(this.#usage, this.#childUsage);
  }

  /** Undefined when the model's price isn't known. */
  get costUsd(): number | undefined {
    return this.#price && costOf(this.#usage, this.#price) + this.#childCostUsd;
  }

  beginStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  addUsage(usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** What a sub-agent has used counts, too. */
  addChild({ usage, costUsd = 0, toolCallCount }: ChildSpending): void {
    this.#childUsage = addUsage(this.#childUsage, usage);
    this.#childCostUsd += costUsd;
    this.#calls += toolCallCount;
  }

  addCall(): void {
    this.#calls += 1;
  }

  /** Why no further step may begin; null when one may. */
  exceeded(): string | null {
    for (const [budget, used, limit] of this.#each()) {
      if (used >= limit) return `The run has used its budget of ${limit} ${unitOf[budget]}.`;
    }
    return null;
  }

  /** The rest of the budgets that sub-agents share: calls, tokens and costs. */
  left(): AgentBudgets {
    const shared: readonly BudgetName[] = ["maxToolCalls", "maxTokens", "maxCostUsd"];
    const rest = this.#each().filter(([budget]) => shared.includes(budget));
    return Object.fromEntries(
      rest.map(([budget, used, limit]) => [budget, Math.max(0, limit - used)]),
    );
  }

  /** Budgets that are nearly used up, each once. */
  warnings(): AgentEventBody[] {
    return this.#each().flatMap(([budget, used, limit]) => {
      if (used < limit * warnAt || this.#warned.has(budget)) return [];
      this.#warned.add(budget);
      return [{ type: "budget-warning", budget, used, limit } as const];
    });
  }

  #each(): readonly (readonly [BudgetName, number, number])[] {
    const used: Readonly<Record<BudgetName, number>> = {
      maxSteps: this.#steps,
      maxToolCalls: this.#calls,
      maxTokens: this.usage.inputTokens + this.usage.outputTokens,
      maxCostUsd: this.costUsd ?? 0,
      maxDurationMs: this.#workedMs(),
    };
    return (Object.keys(used) as BudgetName[]).flatMap((budget) => {
      const limit = this.#budgets[budget];
      return limit === undefined ? [] : [[budget, used[budget], limit] as const];
    });
  }
}
