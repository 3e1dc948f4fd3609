import type { Effect } from "../effects/effect.ts";
import { covers } from "../effects/effect.ts";
import type { LanguageServerAccess, LanguageServerUse } from "../ports/language-servers.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import type { WorkspaceAccess } from "../ports/workspace.ts";
import { readFilter } from "./ask-policy.ts";
import type { Resolved } from "./stages.ts";

/** The session's language servers for one call, which may start what was decided. Undefined if it has none. */
export function languageServersOf(
  stage: Resolved,
  decided: () => readonly Effect[],
  workspace: () => WorkspaceAccess,
): LanguageServerAccess | undefined {
  const { languageServers: servers } = stage.call.session;
  if (servers === undefined) return undefined;
  const use: LanguageServerUse = {
    get signal() {
      return stage.call.signal;
    },
    get workspace() {
      return workspace();
    },
    mayStart: (command) => decided().some((effect) => covers(effect, command)),
    sandbox: () => serverProfile(stage),
  };
  /** A cancelled call asks nothing more. */
  const begin = (): LanguageServerUse => {
    stage.call.signal.throwIfAborted();
    return use;
  };
  return {
    diagnose: async (paths) => servers.diagnose(paths, begin()),
    symbolsIn: async (path) => servers.symbolsIn(path, begin()),
    definition: async (at) => servers.definition(at, begin()),
    references: async (at) => servers.references(at, begin()),
    rename: async (at, newName) => servers.rename(at, newName, begin()),
  };
}

/** A server outlives its call, so its profile doesn't come from the call's effects. */
export async function serverProfile(stage: Resolved): Promise<SandboxProfile | null> {
  const { sandboxFactory } = stage.call.session;
  if (sandboxFactory === undefined) return null;
  const mayRead = readFilter(stage);
  return sandboxFactory.profileFor({
    effects: [],
    mayRead: ({ realPath }) => mayRead(realPath),
    network: { decide: async () => "deny" },
  });
}
