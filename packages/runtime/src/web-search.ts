import type { Environment, WebSearch } from "@toolwright/core";
import { requestEffect } from "@toolwright/core/internal";
import { type SearchService, searchServices } from "@toolwright/tools/internal";
import type { WebSearchOptions } from "@toolwright/tools/web";
import { webFrom, webSearchFrom } from "./policy/policy-from-settings.ts";
import type { SettingsFile } from "./settings/settings.ts";

/** The search service of the settings, or what it lacks and how to get it, in a few words each. */
export type SearchSetup =
  | { readonly service: SearchService; readonly options: WebSearchOptions }
  | { readonly lack: string; readonly help: string };

/** Reads the search service of the settings, and its key from the environment; null if there is none. */
export function searchSetup(
  files: readonly SettingsFile[],
  environment: Environment,
): SearchSetup | null {
  const settings = webSearchFrom(files);
  if (settings === undefined) return null;
  const { provider, url, keyVariable, engine } = settings;
  const service: SearchService = searchServices[provider];
  const variable = keyVariable ?? service.keyVariable;
  const key = variable === null ? "" : (environment.get(variable)?.trim() ?? "");
  if (url === undefined && service.url === null) {
    return {
      lack: `webSearch has no "url", the address of your ${service.service}`,
      help: `add "url": "http://127.0.0.1:8888" or where it is. ${service.help}`,
    };
  }
  if (variable !== null && key === "") {
    return { lack: `the variable ${variable} isn't set`, help: `set it. ${service.help}` };
  }
  if (service.needsEngine === true && engine === undefined) {
    return {
      lack: 'webSearch has no "engine", the id (cx) of your search engine',
      help: `create one at https://programmablesearchengine.google.com. ${service.help}`,
    };
  }
  const { proxy } = webFrom(files);
  const options = { provider, url, key, engine, ...(proxy !== undefined && { proxy }) };
  return { service, options };
}

/** Notices about a search service that is configured but not used. */
export function searchNotices(
  files: readonly SettingsFile[],
  environment: Environment,
): readonly string[] {
  const setup = searchSetup(files, environment);
  return [
    ...files
      .filter(({ layer, settings }) => layer === "project" && settings.webSearch !== undefined)
      .map((file) => {
        const { line, column } = file.positionOf(["webSearch"]);
        return `${file.path}:${line}:${column}: 'webSearch' is ignored in a project's settings`;
      }),
    ...(setup !== null && "lack" in setup ? [`web_search is off: ${setup.lack}`] : []),
  ];
}

/** The search service of the settings, whose code is loaded with the first search. */
export function lazyWebSearch(
  files: readonly SettingsFile[],
  environment: Environment,
): WebSearch | undefined {
  const setup = searchSetup(files, environment);
  if (setup === null || "lack" in setup) return undefined;
  const { service, options } = setup;
  let opened: Promise<WebSearch> | undefined;
  return {
    service: service.service,
    effect: {
      ...requestEffect(new URL(options.url ?? service.url ?? "")),
      method: service.method,
    },
    search: async (request) => (await (opened ??= openWebSearch(options))).search(request),
  };
}

async function openWebSearch(options: WebSearchOptions): Promise<WebSearch> {
  const { createWebSearch } = await import("@toolwright/tools/web");
  return createWebSearch(options);
}
