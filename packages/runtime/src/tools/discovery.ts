import {
  type SandboxFactory,
  type Effect,
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
import type { DiscoverySource } from "../policy/policy-from-settings.ts";

export interface DiscoveryOptions {
  readonly source: DiscoverySource;
  /** As the person knows them: without it a file of the workspace isn't run for a user's own settings. */
  readonly isTrusted: boolean;
  readonly registry: Registry;
  readonly workspace: Workspace;
  readonly home: string;
  readonly policy: Policy;
  readonly processes: ProcessHost;
  /** Undefined where the settings switch the sandbox off. */
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly signal: AbortSignal;
}

export interface Discovered {
  /** What became of each declaration. */
  readonly reports: readonly RegistrationReport[];
  /** Why there are no tools of the command at all; null when it was run. */
  readonly problem: string | null;
}

const defaultTimeoutMs = 120_000;
/** Of the tools that can't be used, in a note. */
const maxNamed = 3;

/** The name that rules know the start of the list command by. */
const listingName = "discovery";

/**
 * Runs the list command of the settings, confined as far as a sandbox works, and registers the tools
 * that it declares. Never rejects: what goes wrong is told.
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
 * Rules that name a built-in tool hold under every profile: nothing else may answer to that name, also
 * where the profile shows the tool under another one or not at all.
 */
async function isBuiltin(name: string, { registry }: DiscoveryOptions): Promise<boolean> {
  // What is shown under it is named by the registry.
  if (registry.get(name) !== undefined) return false;
  return (await profileTool("canonical", name)) !== undefined;
}

function builtinName(name: string): DiscoveryProblem {
  const reason = `The name '${name}' is that of a built-in tool, which rules may speak of, and wanted by one of the discovery command. Rename it.`;
  return { name, reason };
}

/** Errors: `permission-denied` when the list command may not be run. */
async function sandboxFor(
  words: readonly string[],
  options: DiscoveryOptions,
): Promise<SandboxProfile | null> {
  const { workspace, policy, sandboxFactory } = options;
  const ofWorkspace = await workspaceFilesIn(words, options);
  if (ofWorkspace.length > 0) refuseForeign(ofWorkspace, options);
  await assertAllowed(words, options);
  const mayRead = policy.readFilter?.({ tool: listingName, agent: "main" });
  const profile = await sandboxFactory?.profileFor({
    // Everything in the roots may be looked at but what is protected, nothing is changed.
    effects: [],
    mayRead: ({ realPath }) => mayRead?.(realPath) ?? false,
    network: { decide: async () => "deny" },
  });
  if (profile !== undefined && profile !== null) return profile;
  if (ofWorkspace.length === 0) return null;
  throw new ToolError(
    "permission-denied",
    `The list command runs ${ofWorkspace.join(", ")}, which whoever works here can change, and no sandbox works that it could be run in. Put it outside of ${workspace.cwd}.`,
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

/** Settings of a person's own hold in every workspace: they mean no file of one that is like any other. */
function refuseForeign(files: readonly string[], { source, isTrusted }: DiscoveryOptions): void {
  if (isTrusted || source.file.layer === "project") return;
  throw new ToolError(
    "permission-denied",
    `The list command would run a file of this workspace, which nobody trusts: ${files.join(", ")}. Name it by a path outside, or accept this project: toolwright policy trust`,
  );
}

/**
 * The settings are the person's word for this run: they answer what the mode would ask, and a person's
 * own also that it reads what is protected. Rules that ask or deny stand.
 */
async function assertAllowed(
  words: readonly string[],
  { workspace, home, policy, source }: DiscoveryOptions,
): Promise<void> {
  const { commandRunEffects } = await import("@toolwright/tools/discovery");
  const claimed = commandRunEffects(words, workspace.cwd, { home }, workspace);
  const effects = await Promise.all(claimed.map((effect) => resolved(effect, workspace)));
  const { proof } = policy.decide({ effects, tool: listingName, agent: "main" });
  const isOwn = source.file.layer !== "project";
  const against = proof.find(
    ({ decision, layer, effect }) =>
      decision === "deny" ||
      (decision === "ask" &&
        layer !== "mode" &&
        !(isOwn && layer === "protected" && effect.type === "read")),
  );
  if (against === undefined) return;
  const from = against.source === null ? "" : ` (${against.source})`;
  throw new ToolError(
    "permission-denied",
    against.decision === "deny"
      ? `The list command isn't run: ${against.rule}${from}.`
      : `The list command isn't run: ${against.rule}${from} asks, and nobody is asked at the start. Allow it by a rule.`,
  );
}

async function resolved(effect: Effect, workspace: Workspace): Promise<Effect> {
  if (!("path" in effect)) return effect;
  const { path, realPath, root } = await workspace.resolve(effect.path);
  return { ...effect, path, realPath, ...(root === null && { isOutside: true }) };
}

/** What a person should know of a discovery; null when all went well. */
export function discoveryNote({ reports, problem }: Discovered): string | null {
  if (problem !== null) return problem;
  const refused = reports.flatMap((report) => (report.isRegistered ? [] : [report]));
  if (refused.length === 0) return null;
  const named = refused
    .slice(0, maxNamed)
    .map(({ name, reason }) => `${name} (${reason.replace(/\.$/, "")})`);
  const rest = refused.length - named.length;
  const more = rest > 0 ? ` and ${rest} more (toolwright tools --all)` : "";
  return `discovery: ${refused.length} of ${reports.length} tools can't be used: ${named.join(", ")}${more}`;
}
