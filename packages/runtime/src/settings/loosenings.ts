import { serverLoosenings } from "./server-loosenings.ts";
import { type Settings, toolSettings } from "./settings.ts";

const known: ReadonlySet<string> = new Set([
  "$schema",
  "mode",
  "rules",
  "roots",
  "tools",
  "shell",
  "secrets",
  "mcpServers",
  // A project's values of these are always ignored.
  "mcpEffects",
  "mcpVariables",
  "webSearch",
  "labels",
  "approvals",
  "discovery",
  "skills",
  "languageServers",
  "hooks",
  // Less is checked.
  "diagnostics",
]);

/**
 * The parts of a project's settings that need trust, a few words each, as `allows run(npm test *)`. Includes
 * everything that isn't known to tighten the policy.
 */
export function loosenings(settings: Settings): readonly string[] {
  return [
    ...(settings.rules ?? []).flatMap(({ allow, agent, protected: lifts }) => {
      if (allow === undefined) return [];
      const whom = agent === undefined ? "" : ` for the agent ${agent}`;
      return [
        `allows ${allow}${whom}${lifts === true ? " (protected paths still need approval)" : ""}`,
      ];
    }),
    ...(settings.rules ?? []).flatMap(({ ask, stage }) =>
      ask !== undefined && stage === true ? [`runs ${ask} in a stage before it asks`] : [],
    ),
    ...(settings.mode === undefined || settings.mode === "plan"
      ? []
      : [`sets the mode to ${settings.mode}`]),
    ...(settings.roots ?? []).map((root) => `also works in ${root}`),
    ...toolSettings(settings).flatMap(([name, { enabled, autoApprove }]) => [
      ...(autoApprove === true ? [`allows every call of ${name}`] : []),
      ...(enabled === true ? [`enables ${name}`] : []),
    ]),
    ...shellLoosenings(settings.shell ?? {}),
    ...(settings.secrets?.except ?? []).map((name) => `shows the value of ${name}`),
    ...serverLoosenings(settings.mcpServers),
    ...discoveryLoosenings(settings.discovery),
    ...languageServerLoosenings(settings.languageServers),
    ...hookLoosenings(settings.hooks),
    ...(settings.skills?.packages ?? []).map((name) => `offers the skills of the package ${name}`),
    ...Object.keys(settings)
      .filter((key) => !known.has(key))
      .map((key) => `sets ${key}`),
  ];
}

function shellLoosenings(shell: NonNullable<Settings["shell"]>): readonly string[] {
  const { sandbox, network = [], timeoutMs } = shell;
  return [
    ...(sandbox === undefined || sandbox === "required" ? [] : [`sets the sandbox to ${sandbox}`]),
    ...network.map((host) => `lets commands reach ${host}`),
    ...(timeoutMs === undefined ? [] : [`lets commands take ${timeoutMs} ms`]),
  ];
}

function languageServerLoosenings(servers: Settings["languageServers"] = {}): readonly string[] {
  return Object.entries(servers).flatMap(([name, { command, args = [], enabled }]) => {
    if (enabled === false) return [];
    const words = command === undefined ? "" : ` (${[command, ...args].join(" ")})`;
    return [`sets the language server ${name}${words}`];
  });
}

/** A hook can only deny and tell, but it is a program. */
function hookLoosenings(hooks: Settings["hooks"] = {}): readonly string[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) =>
      group.hooks.map(({ command }) => `runs ${command} as a hook of ${event}`),
    ),
  );
}

function discoveryLoosenings(discovery: Settings["discovery"]): readonly string[] {
  if (discovery === undefined) return [];
  const [list, call] = [discovery.listCommand, discovery.callCommand].map((command) =>
    typeof command === "string" ? command : command.join(" "),
  );
  return [`gets tools from the command ${list}, and runs them with ${call}`];
}
