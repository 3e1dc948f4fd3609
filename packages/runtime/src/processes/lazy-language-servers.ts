import type { Environment, LanguageServers, ProcessHost, Workspace } from "@toolwright/core";
import type { LanguageServersOptions } from "@toolwright/tools/language-servers";

export interface LazyLanguageServersOptions {
  readonly processes: ProcessHost;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly settings: NonNullable<LanguageServersOptions["settings"]>;
  /** Whether results of calls that changed files tell the new problems. */
  readonly checksAfterEdits: boolean;
}

/** Loads the code of language servers with the first call that may need one. */
export function lazyLanguageServers(options: LazyLanguageServersOptions): LanguageServers {
  let opening: Promise<LanguageServers> | undefined;
  const open = (): Promise<LanguageServers> => (opening ??= openServers(options));
  return {
    starts: async (paths) => (await open()).starts(paths),
    diagnose: async (paths, use) => (await open()).diagnose(paths, use),
    symbolsIn: async (path, use) => (await open()).symbolsIn(path, use),
    definition: async (at, use) => (await open()).definition(at, use),
    references: async (at, use) => (await open()).references(at, use),
    rename: async (at, newName, use) => (await open()).rename(at, newName, use),
    watch: async (effects, use) =>
      options.checksAfterEdits ? (await open()).watch(effects, use) : null,
    close: async () => (await opening)?.close(),
  };
}

async function openServers(options: LazyLanguageServersOptions): Promise<LanguageServers> {
  const { createLanguageServers } = await import("@toolwright/tools/language-servers");
  return createLanguageServers(options);
}
