import { recorded, verbatim } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { join } from "node:path";
import {
  isInvalidSetup,
  loadSettingsFile,
  type Places,
  searchSetup,
  type SettingsFile,
  settingsPaths,
} from "@toolwright/runtime/internal";
import { createEnvironment } from "@toolwright/workspace";
import type { ProgramContext } from "../program-context.ts";
import { type Check, ok, warn } from "./check.ts";

/** Whether web_search has a service to ask. Asks none, and shows no key. */
export async function examineSearch(
  places: Places,
  { environment }: Pick<ProgramContext, "environment">,
): Promise<Check> {
  const setup = searchSetup(await validFiles(places), createEnvironment(environment));
  if (setup === null) {
    return ok(
      "web search",
      phrase(
        "none. For one, write into {file}: {brave} with the key in BRAVE_API_KEY; or tavily, exa, google; or {own}",
        {
          file: join(places.configDirectory, "settings.json"),
          brave: '"webSearch": { "provider": "brave" }',
          own: '{ "provider": "searxng", "url": "http://127.0.0.1:8888" }',
        },
      ),
    );
  }
  if ("lack" in setup) {
    return warn(
      "web search",
      phrase("off: {lack}", { lack: recorded(setup.lack) }),
      recorded(setup.help),
    );
  }
  const { service, options } = setup;
  return ok(
    "web search",
    verbatim(`${service.service} (${new URL(options.url ?? service.url ?? "").host})`),
  );
}

/** The files without faults; other checks name the faults. */
async function validFiles(places: Places): Promise<readonly SettingsFile[]> {
  const files = await Promise.all(
    settingsPaths(places).map(async (source) => {
      try {
        return await loadSettingsFile(source, places);
      } catch (thrown) {
        if (!isInvalidSetup(thrown)) throw thrown;
        return null;
      }
    }),
  );
  return files.filter((file) => file !== null);
}
