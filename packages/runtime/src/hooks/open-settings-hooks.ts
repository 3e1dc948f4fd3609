import type { PolicyInForce } from "../policy/policy-in-force.ts";
import type { Commands } from "../processes/lazy-commands.ts";
import type { Setup } from "../setup.ts";
import { type CommandHook, commandHooksFrom } from "./command-hook.ts";
import type { SettingsHooks } from "./settings-hooks.ts";

/** The commands that the settings have as hooks; undefined, and nothing loaded, if they have none. */
export async function openSettingsHooks(
  { options, settings, places, workspace, redactor, notices }: Setup,
  { processes, sandboxFactory }: Commands,
  inForce: PolicyInForce,
): Promise<SettingsHooks | undefined> {
  if (options.hooks === false) return undefined;
  if (settings.files.every((file) => file.settings.hooks === undefined)) return undefined;
  const { SettingsHooks: Hooks } = await import("./settings-hooks.ts");
  return new Hooks({
    hooks: currentHooks(inForce),
    processes,
    sandboxFactory,
    workspace,
    redactor,
    home: places.home,
    policy: () => inForce.policy,
    tell: notices.tell,
  });
}

/** Read anew only when the settings have changed. */
function currentHooks(inForce: PolicyInForce): () => readonly CommandHook[] {
  let files = inForce.settings.files;
  let hooks = commandHooksFrom(files);
  return () => {
    if (inForce.settings.files !== files) {
      files = inForce.settings.files;
      hooks = commandHooksFrom(files);
    }
    return hooks;
  };
}
