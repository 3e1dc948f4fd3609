import { createPolicy } from "@toolwright/core";
import {
  isInvalidSetup,
  loadSettingsFile,
  type Places,
  policyFromSettings,
  type SettingsFile,
  settingsPaths,
  unusedGuards,
} from "@toolwright/runtime/internal";
import { type Check, fail, ok, warn } from "./check.ts";

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
    if (file === null) return ok(name, `none (${source.path})`);
    policyFromSettings([file], (layers) =>
      createPolicy({ layers, mode: "default", roots: [places.workspace], home: places.home }),
    );
    const unused = unusedGuards(file);
    if (unused.length > 0) {
      return warn(name, unused.join("; "), "remove it, as it has no effect");
    }
    return ok(name, summaryOf(file));
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    return fail(name, thrown.message, "correct the file; until then every command fails");
  }
}

function summaryOf({ path, layer, settings }: SettingsFile): string {
  const count = settings.rules?.length ?? 0;
  const rules = count === 1 ? "1 rule" : `${count} rules`;
  return layer === "project"
    ? `${path}, ${rules}; until you trust the project, only rules that tighten the policy count`
    : `${path}, ${rules}`;
}
