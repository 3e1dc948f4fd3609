import { textOf } from "../errors.ts";
import type { Phrase } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import { createPolicy } from "@toolwright/core";
import {
  isInvalidSetup,
  loadSettingsFile,
  type Places,
  policyFromSettings,
  type SettingsFile,
  settingsPaths,
} from "@toolwright/runtime/internal";
import { type Check, fail, ok } from "./check.ts";

/** One check for each settings file, whether it exists or not. */
export async function examineSettings(places: Places): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const source of settingsPaths(places)) {
    checks.push(await examineFile(source, places));
  }
  return checks;
}

async function examineFile(
  source: Pick<SettingsFile, "path" | "layer">,
  places: Places,
): Promise<Check> {
  const name = source.path === places.settingsFile ? "--settings" : `${source.layer} settings`;
  try {
    const file = await loadSettingsFile(source, places);
    if (file === null) return ok(name, phrase("none ({path})", { path: source.path }));
    policyFromSettings([file], (layers) =>
      createPolicy({ layers, mode: "default", roots: [places.workspace], home: places.home }),
    );
    return ok(name, summaryOf(file));
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    return fail(name, textOf(thrown), phrase("correct the file; until then every command fails"));
  }
}

function summaryOf({ path, layer, settings }: SettingsFile): Phrase {
  const count = settings.rules?.length ?? 0;
  const rules = counted("{count} rule", "{count} rules", { count });
  return layer === "project"
    ? phrase(
        "{path}, {rules}; until you trust the project, only rules that tighten the policy count",
        { path, rules },
      )
    : phrase("{path}, {rules}", { path, rules });
}
