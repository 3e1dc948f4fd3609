import type { SessionOptions, Workspace } from "@toolwright/core";
import { defaultOutputBudget } from "@toolwright/core/internal";
import { createOutputStore } from "@toolwright/workspace";
import type { SettingsFile } from "../settings/settings.ts";
import type { Places } from "../places.ts";
import { budgetsFrom } from "../policy/policy-from-settings.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const mebibyte = 1_048_576;

/** The output budget of models, and the store for outputs that exceed it. */
export function outputsOf(
  settings: readonly SettingsFile[],
  { stateDirectory }: Pick<Places, "stateDirectory">,
  { cwd }: Pick<Workspace, "cwd">,
): Pick<SessionOptions, "budget" | "outputStore"> {
  const budgets = budgetsFrom(settings);
  const { outputTokens, outputBytes, structuredBytes, keptOutputs = {} } = budgets;
  const { maxAgeDays, maxMegabytes } = keptOutputs;
  return {
    budget: {
      ...defaultOutputBudget,
      ...(outputBytes !== undefined && { maxBytes: outputBytes }),
      ...(outputTokens !== undefined && { maxTokens: outputTokens }),
      ...(structuredBytes !== undefined && { maxStructuredBytes: structuredBytes }),
    },
    ...(maxMegabytes !== 0 && {
      outputStore: createOutputStore({
        stateDirectory,
        cwd,
        ...(maxMegabytes !== undefined && { maxTotalBytes: maxMegabytes * mebibyte }),
        ...(maxAgeDays !== undefined && { maxAgeMs: maxAgeDays * dayMs }),
      }),
    }),
  };
}
