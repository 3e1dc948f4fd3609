import type { AgentBudgets } from "@toolwright/agent";
import { optionsError } from "../errors.ts";
import { didYouMean } from "../settings/did-you-mean.ts";
import type { ToolwrightAgentOptions } from "./agent-options.ts";

const known: Readonly<Record<keyof ToolwrightAgentOptions, true>> = {
  baseUrl: true,
  budgets: true,
  compactAt: true,
  enableToolCalls: true,
  hooks: true,
  instructions: true,
  isUnattended: true,
  messages: true,
  model: true,
  resume: true,
};

const knownBudgets: Readonly<Record<keyof AgentBudgets, true>> = {
  maxCostUsd: true,
  maxDurationMs: true,
  maxSteps: true,
  maxTokens: true,
  maxToolCalls: true,
};

/** Checks options at run time, for JavaScript programs. Errors: ConfigurationError `options-invalid`. */
export function checkAgentOptions(options: ToolwrightAgentOptions): void {
  const { model, budgets = {} } = options;
  checkNames("toolwright.agent", options, known);
  checkNames("`budgets`", budgets, knownBudgets);
  for (const [name, limit] of Object.entries(budgets)) {
    if (limit === undefined || limit >= 0) continue;
    throw optionsError(`\`budgets.${name}\` must be a number from 0 on.`);
  }
  if (model === undefined || typeof model === "string") return;
  if (typeof model?.stream === "function") return;
  throw optionsError(
    '`model` must be a name, such as "anthropic/claude-sonnet-5", or an object with `id` and `stream`. For a model of the AI SDK, give aiSdkModel(model).',
  );
}

function checkNames(owner: string, given: object, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, Object.keys(names));
  throw optionsError(`${owner} has no option '${unknown}'.${near}`);
}
