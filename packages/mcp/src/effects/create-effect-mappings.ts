import { type Effect } from "@toolwright/core";
import type { EffectMappings } from "../client/server-gate.ts";
import { identityOf } from "../configuration/identity.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { effectsOfTemplate, type EffectTemplate, parseEffectTemplate } from "./effect-template.ts";
import { type LaunchedPackage, launchedPackage } from "./launched-package.ts";
import { referenceEffects, referenceServers } from "./reference-servers.ts";
import { hasUnmentionedPath } from "./unmentioned-paths.ts";

/** The `mcpEffects` of one settings file that belongs to the person. */
export interface MappingSource {
  /** One or several effects by SERVER/TOOL. */
  readonly mappings: Readonly<Record<string, string | readonly string[]>>;
  /** The `FILE:LINE:COLUMN` of a mapping. */
  readonly placeOf: (key: string) => string;
}

export interface EffectMappingsOptions {
  /** The person's and the administrator's settings. The later mapping of a tool wins. */
  readonly sources: readonly MappingSource[];
  /**
   * The servers in force. A mapping is bound to the identity of the person's own server of that name.
   */
  readonly servers: readonly ServerConfiguration[];
  /** The workspace's real roots. Servers run in the first by default. */
  readonly roots: readonly string[];
  readonly home: string;
}

export interface ReadMappings {
  readonly mappings: EffectMappings;
  /** Why mappings cannot be used: sentences without a full stop. */
  readonly notices: readonly string[];
}

type Templates = readonly EffectTemplate[];

/** The package that a server's command starts, and when it was looked up. */
interface LaunchLookup {
  readonly atMs: number;
  readonly launched: LaunchedPackage | null;
}

/**
 * A lookup takes half as long as a server's call. The server was started earlier, so a fresher answer adds
 * nothing.
 */
const lookAgainMs = 1_000;

/**
 * The real effects of servers' tools, from the person's settings or from the table of reference servers. A
 * project's settings and a server's name never count.
 */
export function createEffectMappings(options: EffectMappingsOptions): ReadMappings {
  const notices: string[] = [];
  const byIdentity = bind(options, notices);
  const packages = new Map(Array.from(referenceServers, ([name, { bin }]) => [name, bin]));
  const looked = new WeakMap<ServerConfiguration, LaunchLookup>();
  const launchedBy = (server: ServerConfiguration, cwd: string): LaunchedPackage | null => {
    const before = looked.get(server);
    const nowMs = performance.now();
    if (before !== undefined && nowMs - before.atMs < lookAgainMs) return before.launched;
    const launched = launchedPackage(server, packages, { roots: options.roots, cwd });
    looked.set(server, { atMs: nowMs, launched });
    return launched;
  };
  const mappings: EffectMappings = {
    effectsOf(server, tool, input) {
      if (server.layer === "project") return null;
      const values = ownValues(input);
      if (values === null) return null;
      const cwd = cwdOf(server, options);
      const templates = byIdentity.get(identityOf(server))?.get(tool);
      if (templates !== undefined) return fill(templates, values, { cwd, home: options.home });
      if (server.transport.type !== "stdio" || cwd === null) return null;
      const launched = launchedBy(server, cwd);
      if (launched === null) return null;
      const { environment } = server.transport;
      return referenceEffects({ launched, environment, roots: options.roots }, tool, values);
    },
  };
  return { mappings, notices };
}

/** Templates by tool, by the identity of the person's server of that name. */
function bind(
  { sources, servers }: EffectMappingsOptions,
  notices: string[],
): ReadonlyMap<string, ReadonlyMap<string, Templates>> {
  const own = new Map(
    servers.filter(({ layer }) => layer !== "project").map((server) => [server.name, server]),
  );
  const byIdentity = new Map<string, Map<string, Templates>>();
  for (const { mappings, placeOf } of sources) {
    for (const [key, written] of Object.entries(mappings)) {
      const tell = (message: string): void => {
        notices.push(`${placeOf(key)}: the effects of '${key}' are not used: ${message}`);
      };
      const slash = key.indexOf("/");
      const server = slash < 1 ? undefined : own.get(key.slice(0, slash));
      if (slash < 1 || slash === key.length - 1) {
        tell("write server and tool, as filesystem/read_file");
      } else if (server === undefined) {
        tell(`your own settings have no MCP server '${key.slice(0, slash)}'`);
      } else {
        const templates = parseAll(typeof written === "string" ? [written] : written);
        if ("problem" in templates) {
          tell(templates.problem);
          continue;
        }
        const identity = identityOf(server);
        const tools = byIdentity.get(identity) ?? new Map<string, Templates>();
        byIdentity.set(identity, tools.set(key.slice(slash + 1), templates.parsed));
      }
    }
  }
  return byIdentity;
}

function parseAll(
  texts: readonly string[],
): { readonly parsed: Templates } | { readonly problem: string } {
  const parsed: EffectTemplate[] = [];
  for (const text of texts) {
    const template = parseEffectTemplate(text);
    if ("problem" in template) return template;
    parsed.push(template);
  }
  return { parsed };
}

function fill(
  templates: Templates,
  values: ReadonlyMap<string, unknown>,
  place: { readonly cwd: string | null; readonly home: string },
): readonly Effect[] | null {
  const mentioned = new Set(templates.flatMap(({ argument }) => argument ?? []));
  if (hasUnmentionedPath(values, mentioned)) return null;
  const effects: Effect[] = [];
  for (const template of templates) {
    const made = effectsOfTemplate(template, values, place);
    if (made === null) return null;
    effects.push(...made);
  }
  return effects;
}

/** The fields of a plain object; empty for a call without arguments; null otherwise. */
function ownValues(input: unknown): ReadonlyMap<string, unknown> | null {
  if (input === undefined) return new Map();
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  return new Map(Object.entries(input));
}

function cwdOf(
  { transport }: ServerConfiguration,
  { roots }: EffectMappingsOptions,
): string | null {
  if (transport.type !== "stdio") return null;
  return transport.cwd ?? roots[0] ?? null;
}
