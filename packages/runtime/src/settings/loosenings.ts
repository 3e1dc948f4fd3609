import { serverLoosenings } from "./server-loosenings.ts";
import type { Settings } from "./settings.ts";

const known: ReadonlySet<string> = new Set([
  "$schema",
  "mode",
  "rules",
  "roots",
  "tools",
  "shell",
  "secrets",
  "mcpServers",
  // Of a project these two never count.
  "mcpEffects",
  "mcpVariables",
  "discovery",
]);

/**
 * What of a project's settings counts only once somebody trusts it, a few words each, as
 * `allows run(npm test *)`. Everything that isn't known to tighten is among it.
 */
export function loosenings(settings: Settings): readonly string[] {
  return [
    ...(settings.rules ?? []).flatMap(({ allow, agent, protected: lifts }) => {
      if (allow === undefined) return [];
      const whom = agent === undefined ? "" : ` for the agent ${agent}`;
      return [`allows ${allow}${whom}${lifts === true ? " (protected paths still ask)" : ""}`];
    }),
    ...(settings.mode === undefined || settings.mode === "plan" ? [] : [`mode ${settings.mode}`]),
    ...(settings.roots ?? []).map((root) => `also works in ${root}`),
    ...Object.entries(settings.tools ?? {}).flatMap(([name, { enabled, autoApprove }]) => [
      ...(autoApprove === true ? [`allows every call of ${name}`] : []),
      ...(enabled === true ? [`switches ${name} on`] : []),
    ]),
    ...shellLoosenings(settings.shell ?? {}),
    ...(settings.secrets?.except ?? []).map((name) => `shows the value of ${name}`),
    ...serverLoosenings(settings.mcpServers),
    ...discoveryLoosenings(settings.discovery),
    ...Object.keys(settings)
      .filter((key) => !known.has(key))
      .map((key) => `sets ${key}`),
  ];
}

function shellLoosenings(shell: NonNullable<Settings["shell"]>): readonly string[] {
  const { sandbox, network = [], timeoutMs } = shell;
  return [
    ...(sandbox === undefined || sandbox === "required" ? [] : [`sandbox ${sandbox}`]),
    ...network.map((host) => `commands may reach ${host}`),
    ...(timeoutMs === undefined ? [] : [`commands may take ${timeoutMs} ms`]),
  ];
}

function discoveryLoosenings(discovery: Settings["discovery"]): readonly string[] {
  if (discovery === undefined) return [];
  const [list, call] = [discovery.listCommand, discovery.callCommand].map((command) =>
    typeof command === "string" ? command : command.join(" "),
  );
  return [`takes tools from the command ${list}, and runs them by ${call}`];
}
