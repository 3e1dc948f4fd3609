import {
  createRegistry,
  type RegistrationReport,
  type Registry,
  type Tool,
  type ToolFilter,
} from "@toolwright/core";
import { servesDeferred } from "@toolwright/core/internal";
import { optionsError } from "../errors.ts";
import type { ToolwrightOptions } from "../options.ts";
import {
  disabledTools,
  discoveryFrom,
  hasNoTools,
  profileFrom,
  shellFrom,
} from "../policy/policy-from-settings.ts";
import type { PolicyInForce } from "../policy/policy-in-force.ts";
import type { Commands } from "../processes/lazy-commands.ts";
import type { Setup } from "../setup.ts";
import { loadedTools } from "./builtin-tools.ts";
import {
  type ThirdPartyTools,
  thirdPartyTools,
  type ThirdPartyChoice,
} from "./third-party-tools.ts";

/** The tools of a session. */
export interface SessionTools {
  readonly registry: Registry;
  /** The registration of each built-in tool. */
  readonly reports: readonly RegistrationReport[];
  /** The names of the tools that the settings disable. */
  readonly disabled: readonly string[];
  /** What the session leaves out by its settings. */
  readonly filter: ToolFilter;
  readonly thirdParty: ThirdPartyTools;
}

/**
 * Registers the built-in tools and those of the program, and starts to load third-party tools.
 *
 * Errors: ConfigurationError `options-invalid` for a tool of the program that can't be registered.
 */
export async function openTools(
  setup: Setup,
  commands: Commands,
  inForce: PolicyInForce,
): Promise<SessionTools> {
  const { options, settings, redactor, notices } = setup;
  const registry = createRegistry();
  const { tools, wish } = await chosenTools(setup);
  const thirdParty = thirdPartyTools({
    wish,
    servers: setup.servers,
    discovery: discoveryFrom(settings.files),
    isTrusted: () => inForce.settings.trust.state === "trusted",
    files: settings.files,
    policy: () => inForce.policy,
    registry,
    workspace: setup.workspace,
    processes: commands.processes,
    sandboxFactory: commands.sandboxFactory,
    places: setup.places,
    redactor,
    environment: setup.variables,
    onNotice: (notice) => notices.tellNews(redactor.redact(notice)),
  });
  const reports = await registry.register(await tools(), { source: "builtin" });
  await registerOwn(options.tools ?? [], registry);
  const switchedOff = disabledTools(settings.files);
  // Tools of servers are registered later, under the names in the settings.
  const disabled = [...new Set([...namesIn(registry, switchedOff), ...switchedOff])];
  const filter = hasNoTools(settings.files) ? { names: [] } : { excludedNames: disabled };
  return { registry, reports, disabled, filter, thirdParty };
}

interface Chosen {
  readonly tools: () => readonly Tool[] | Promise<readonly Tool[]>;
  readonly wish: ThirdPartyChoice;
}

/** A single call loads only its own tool, as compiling all schemas takes longer than most calls. */
async function chosenTools({ options, settings: { files } }: Setup): Promise<Chosen> {
  const { builtinTools = loadedTools, onlyCall, thirdPartyTools: wish = "background" } = options;
  const profile = profileFrom(files, options.profile);
  const { timeoutMs } = shellFrom(files);
  const limits = timeoutMs === undefined ? undefined : { timeoutMs };
  const all: Chosen["tools"] = () => builtinTools.all(profile, limits);
  if (onlyCall === undefined) return { tools: all, wish };
  const only = await builtinTools.one(profile, onlyCall, limits);
  // All tools are needed to suggest the nearest name.
  if (only === undefined) return { tools: all, wish: { of: onlyCall } };
  // A tool that finds or calls others needs all of them.
  if (servesDeferred(only) || only.passesOn === true) return { tools: all, wish: "listed" };
  return { tools: () => [only], wish: "never" };
}

async function registerOwn(
  tools: NonNullable<ToolwrightOptions["tools"]>,
  registry: Registry,
): Promise<void> {
  for (const report of await registry.register(tools)) {
    if (report.isRegistered) continue;
    throw optionsError(`\`tools\`: '${report.name}' is unusable. ${report.reason}`);
  }
}

/** The registry's names of these tools, given by registry name or rule name. */
function namesIn(registry: Registry, tools: readonly string[]): readonly string[] {
  return registry
    .list()
    .filter(({ name, tool }) => tools.includes(name) || tools.includes(tool?.ruleName ?? name))
    .map(({ name }) => name);
}
