import { type Effect } from "@toolwright/core";
import type { EffectMappings } from "../client/server-gate.ts";
import { identityOf } from "../configuration/identity.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { effectsOfTemplate, type EffectTemplate, parseEffectTemplate } from "./effect-template.ts";
import { type LaunchedPackage, launchedPackage } from "./launched-package.ts";
import { referenceEffects, referenceServers } from "./reference-servers.ts";
import { hasUnmentionedPath } from "./unmentioned-paths.ts";

/** What one of a person's own settings files says of tools: `mcpEffects`. */
export interface MappingSource {
  /** By SERVER/TOOL: one effect or several. */
  readonly mappings: Readonly<Record<string, string | readonly string[]>>;
  /** `FILE:LINE:COLUMN` of a mapping. */
  readonly placeOf: (key: string) => string;
}

export interface EffectMappingsOptions {
  /** Of the person and the administrator only; of two mappings of a tool the later one counts. */
  readonly sources: readonly MappingSource[];
  /** The servers in force: a mapping is bound to what its name means among a person's own. */
  readonly servers: readonly ServerConfiguration[];
  /** The workspace's roots, with every link followed; the first is where servers run by default. */
  readonly roots: readonly string[];
  readonly home: string;
}

export interface ReadMappings {
  readonly mappings: EffectMappings;
  /** Mappings that can't be used, a sentence each without its full stop. */
  readonly notices: readonly string[];
}

type Templates = readonly EffectTemplate[];

/** What a server's command starts, as it was found out. */
interface Theme {
  readonly atMs: number;
  readonly launched: LaunchedPackage | null;
}

/** Looking takes half as long as a server's call, and the server was started before that anyway. */
const lookAgainMs = 1_000;

/**
 * What tools of servers really do: by the person's settings, else, for the reference servers, by
 * what is known of them. Nothing a project says counts, and neither does a server's name.
 */
export function createEffectMappings(options: EffectMappingsOptions): ReadMappings {
  const notices: string[] = [];
  const byIdentity = bind(options, notices);
  const packages = new Map(Array.from(referenceServers, ([name, { bin }]) => [name, bin]));
  const looked = new WeakMap<ServerConfiguration, Theme>();
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

/** The templates of each tool, by the identity of the server that the person means by its name. */
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
        notices.push(`${placeOf(key)}: the effects of '${key}' aren't used: ${message}`);
      };
      const slash = key.indexOf("/");
      const server = slash < 1 ? undefined : own.get(key.slice(0, slash));
      if (slash < 1 || slash === key.length - 1) {
        tell("write server and tool, as filesystem/read_file");
      } else if (server === undefined) {
        tell(`your own settings name no MCP server '${key.slice(0, slash)}'`);
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

/** Of a plain object; a call without arguments has none. */
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
