import {
  type SandboxFactory,
  type Policy,
  type ProcessHost,
  type RegistrationReport,
  type Registry,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { SandboxProfile } from "@toolwright/core/ports";
import type { DiscoveryProblem } from "@toolwright/tools/discovery";
import { profileTool } from "@toolwright/profiles";
import { assertPermitted } from "../policy/permitted-command.ts";
import type { DiscoverySource } from "../policy/policy-from-settings.ts";

export interface DiscoveryOptions {
  readonly source: DiscoverySource;
  /** Whether the project is trusted. Without trust, the user's own command can't be a workspace file. */
  readonly isTrusted: boolean;
  readonly registry: Registry;
  readonly workspace: Workspace;
  readonly home: string;
  readonly policy: Policy;
  readonly processes: ProcessHost;
  /** Undefined if the settings disable the sandbox. */
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly signal: AbortSignal;
}

export interface Discovered {
  /** The result of each declaration. */
  readonly reports: readonly RegistrationReport[];
  /** Why the command gave no tools at all; null if it ran. */
  readonly problem: string | null;
}

const defaultTimeoutMs = 120_000;
/** The number of unusable tools to name in a notice. */
const maxNamed = 3;

/** The tool name of the list command for rules. */
const listingName = "discovery";

/**
 * Runs the list command of the settings, in a sandbox if one works, and registers the declared tools in place of
 * those that it declared before. Never rejects; problems are in the result.
 */
export async function discoverTools(options: DiscoveryOptions): Promise<Discovered> {
  const { source, registry, workspace, home, processes, signal } = options;
  try {
    const { commandWords, discoveredTool, listTools } = await import("@toolwright/tools/discovery");
    const { listCommand, callCommand, timeoutMs = defaultTimeoutMs } = source.discovery;
    const words = commandWords(listCommand, home);
    const call = { words: commandWords(callCommand, home), timeoutMs };
    const sandbox = await sandboxFor(words, options);
    const { declarations, problems } = await listTools(processes, {
      words,
      cwd: workspace.cwd,
      sandbox,
      untrustedPrograms: workspace.roots,
      signal,
    });
    const taken = await Promise.all(declarations.map(({ name }) => isBuiltin(name, options)));
    const refused = [
      ...declarations.flatMap(({ name }, index) =>
        taken[index] === true ? [builtinName(name)] : [],
      ),
      ...problems,
    ];
    const tools = declarations
      .filter((_, index) => taken[index] !== true)
      .map((declaration) => discoveredTool(declaration, call));
    for (const { name } of registry.list({ source: "command" })) registry.unregister(name);
    const registered = await registry.register(tools, { source: "command" });
    const unused = refused.map(
      (problem): RegistrationReport => ({ ...problem, isRegistered: false }),
    );
    return { reports: [...registered, ...unused], problem: null };
  } catch (thrown) {
    return { reports: [], problem: `${source.file.path} (discovery): ${messageOf(thrown)}` };
  }
}

/**
 * Whether the name belongs to a built-in tool. Rules with that name apply under every profile, so no other
 * tool may have it, even if the profile renames or omits the built-in tool.
 */
async function isBuiltin(name: string, { registry }: DiscoveryOptions): Promise<boolean> {
  // The registry itself reports a conflict with a registered tool.
  if (registry.get(name) !== undefined) return false;
  return (await profileTool("canonical", name)) !== undefined;
}

function builtinName(name: string): DiscoveryProblem {
  const reason = `The name '${name}' belongs to a built-in tool, which rules may name. Rename the discovery command's tool.`;
  return { name, reason };
}

/** The sandbox of the list command; null for none. Errors: `permission-denied` if it may not run. */
async function sandboxFor(
  words: readonly string[],
  options: DiscoveryOptions,
): Promise<SandboxProfile | null> {
  const { workspace, policy, sandboxFactory } = options;
  const ofWorkspace = await workspaceFilesIn(words, options);
  if (ofWorkspace.length > 0) refuseForeign(ofWorkspace, options);
  const { commandRunEffects } = await import("@toolwright/tools/discovery");
  await assertPermitted(
    {
      title: "The list command",
      tool: listingName,
      occasion: "at the start",
      isOwn: options.source.file.layer !== "project",
      effects: commandRunEffects(words, workspace.cwd, { home: options.home }, workspace),
    },
    { policy, workspace },
  );
  const mayRead = policy.readFilter?.({ tool: listingName, agent: "main" });
  const profile = await sandboxFactory?.profileFor({
    // It may read everything in the roots except protected paths, and change nothing.
    effects: [],
    mayRead: ({ realPath }) => mayRead?.(realPath) ?? false,
    network: { decide: async () => "deny" },
  });
  if (profile !== undefined && profile !== null) return profile;
  if (ofWorkspace.length === 0) return null;
  throw new ToolError(
    "permission-denied",
    `The list command runs ${ofWorkspace.join(", ")}, which calls in this workspace can change, and no sandbox works to confine it. Put it outside ${workspace.cwd}.`,
  );
}

async function workspaceFilesIn(
  words: readonly string[],
  { workspace }: DiscoveryOptions,
): Promise<readonly string[]> {
  const { filesNamed, isWithin } = await import("@toolwright/tools/discovery");
  return filesNamed(words, workspace.cwd).filter((path) =>
    workspace.roots.some((root) => isWithin(path, root)),
  );
}

/** Refuses workspace files for the user's own settings, which apply to every workspace, unless it is trusted. */
function refuseForeign(files: readonly string[], { source, isTrusted }: DiscoveryOptions): void {
  if (isTrusted || source.file.layer === "project") return;
  throw new ToolError(
    "permission-denied",
    `The list command would run a file of this untrusted workspace: ${files.join(", ")}. Use a path outside the workspace, or trust this project: toolwright policy trust`,
  );
}

/** A notice about problems of a discovery; null if there are none. */
export function discoveryNote({ reports, problem }: Discovered): string | null {
  if (problem !== null) return problem;
  const refused = reports.flatMap((report) => (report.isRegistered ? [] : [report]));
  if (refused.length === 0) return null;
  const named = refused
    .slice(0, maxNamed)
    .map(({ name, reason }) => `${name} (${reason.replace(/\.$/, "")})`);
  const rest = refused.length - named.length;
  const more = rest > 0 ? ` and ${rest} more (toolwright tools --all)` : "";
  return `discovery: ${refused.length} of ${reports.length} tools are unusable: ${named.join(", ")}${more}`;
}
