import { defaultOutputBudget, type SessionOptions, type Workspace } from "@toolwright/core";
import { createSpillStore } from "@toolwright/workspace";
import type { SettingsFile } from "../settings/settings.ts";
import type { Places } from "./places.ts";
import { budgetsFrom } from "./policy-from-settings.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** How much of a result models get, and where the whole of a larger one is kept. */
export function outputsOf(
  settings: readonly SettingsFile[],
  { stateDirectory }: Pick<Places, "stateDirectory">,
  { cwd }: Pick<Workspace, "cwd">,
): Pick<SessionOptions, "budget" | "spill"> {
  const budgets = budgetsFrom(settings);
  const { outputTokens, outputBytes, structuredBytes, keptOutputBytes, keptOutputDays } = budgets;
  return {
    budget: {
      ...defaultOutputBudget,
      ...(outputBytes !== undefined && { maxBytes: outputBytes }),
      ...(outputTokens !== undefined && { maxTokens: outputTokens }),
      ...(structuredBytes !== undefined && { maxStructuredBytes: structuredBytes }),
    },
    ...(keptOutputBytes !== 0 && {
      spill: createSpillStore({
        stateDirectory,
        cwd,
        ...(keptOutputBytes !== undefined && { maxTotalBytes: keptOutputBytes }),
        ...(keptOutputDays !== undefined && { maxAgeMs: keptOutputDays * dayMs }),
      }),
    }),
  };
}
