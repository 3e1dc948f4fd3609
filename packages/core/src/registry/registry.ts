import { ConfigurationError, messageOf } from "../errors.ts";
import { assertToolName } from "../tool/define-tool.ts";
import type { InitContext } from "../tool/context.ts";
import type { InitializedTool, Tool, ToolKind, ToolScope } from "../tool/tool.ts";
import { compileTool } from "./compile-tool.ts";
import type { RegisteredTool, ToolSource } from "./registered-tool.ts";

/** The result of registering one tool. */
export type RegistrationReport =
  | { readonly name: string; readonly isRegistered: true }
  | { readonly name: string; readonly isRegistered: false; readonly reason: string };

export interface RegistryEntry {
  readonly name: string;
  readonly source: ToolSource;
  /** The compiled tool; null for a tool that is initialized when a session opens. */
  readonly tool: RegisteredTool | null;
  /** Initializes the tool for a session; a static tool is the same for all. */
  readonly open: (context: InitContext) => Promise<RegisteredTool>;
  /** Grows when `invalidate` is called. */
  readonly revision: number;
}

export interface ToolFilter {
  readonly names?: readonly string[];
  readonly excludedNames?: readonly string[];
  readonly scope?: Exclude<ToolScope, "any">;
  readonly category?: string;
  /** The tool must have all of them. */
  readonly tags?: readonly string[];
  readonly kinds?: readonly ToolKind[];
  readonly source?: ToolSource;
  /** The name of an MCP server. */
  readonly server?: string;
}

export interface RegistryEvent {
  readonly type: "tool-added" | "tool-removed" | "tool-replaced" | "tool-invalidated";
  readonly name: string;
  readonly source: ToolSource;
}

/** The tools by name. For lookup only; it decides nothing. */
export interface Registry {
  /**
   * Adds tools, by default from the source `custom`. A tool whose name is taken or whose schema can't be
   * compiled is reported with the reason; the others are added. Never rejects.
   */
  register(
    tools: readonly (Tool | InitializedTool)[],
    options?: { readonly source?: ToolSource },
  ): Promise<readonly RegistrationReport[]>;
  /** False when there is no tool of that name. */
  unregister(name: string): boolean;
  /**
   * Replaces the tool of that name. Returns a function that restores it.
   * Errors: ConfigurationError `tool-invalid` when there is no tool of that name, `schema-invalid`.
   */
  replace(
    tool: Tool | InitializedTool,
    options?: { readonly source?: ToolSource },
  ): Promise<() => void>;
  get(name: string): RegistryEntry | undefined;
  /**
   * Lists tools: built-in, then discovered by a command, then MCP by server, then custom; sorted by name within
   * each. A filter by scope, category, tags or kinds leaves out tools that aren't initialized yet.
   */
  list(filter?: ToolFilter): readonly RegistryEntry[];
  /**
   * Sets the description of a source, such as a server's instructions, for the index of deferred tools.
   * Undefined removes it.
   */
  describeSource(source: ToolSource, description: string | undefined): void;
  sourceDescription(source: ToolSource): string | undefined;
  /** Makes sessions initialize the tool again at their next refresh. */
  invalidate(name: string): void;
  /** Returns a function that removes the listener. */
  subscribe(listener: (event: RegistryEvent) => void): () => void;
}

export function createRegistry(): Registry {
  const entries = new Map<string, RegistryEntry>();
  const listeners = new Set<(event: RegistryEvent) => void>();
  const descriptions = new Map<ToolSource, string>();

  function emit(type: RegistryEvent["type"], { name, source }: RegistryEntry): void {
    for (const listener of listeners) {
      try {
        listener({ type, name, source });
      } catch {
        // A listener's fault must not affect the registry, which has already changed.
        listeners.delete(listener);
      }
    }
  }

  async function compile(tool: Tool | InitializedTool, source: ToolSource): Promise<RegistryEntry> {
    assertToolName(tool.name);
    if ("initialize" in tool) {
      const open = async (context: InitContext): Promise<RegisteredTool> =>
        compileTool({ ...(await tool.initialize(context)), name: tool.name }, source);
      return { name: tool.name, source, tool: null, open, revision: 0 };
    }
    const compiled = await compileTool(tool, source);
    return { name: tool.name, source, tool: compiled, open: async () => compiled, revision: 0 };
  }

  async function registerOne(
    tool: Tool | InitializedTool,
    source: ToolSource,
  ): Promise<RegistrationReport> {
    const name = String((tool as Partial<Tool> | null)?.name ?? "(no name)");
    try {
      const entry = await compile(tool, source);
      const owner = entries.get(name);
      if (owner !== undefined) {
        throw new ConfigurationError(
          "tool-duplicate",
          `The name '${name}' is taken by a tool of ${ownerName(owner.source)}, so a tool of ` +
            `${ownerName(source)} can't have it. Rename one, or call \`replace\`.`,
        );
      }
      entries.set(name, entry);
      emit("tool-added", entry);
      return { name, isRegistered: true };
    } catch (thrown) {
      return { name, isRegistered: false, reason: messageOf(thrown) };
    }
  }

  return {
    async register(tools, { source = "custom" } = {}) {
      const reports: RegistrationReport[] = [];
      // One after the other, so that the first of two tools with one name always wins.
      for (const tool of tools) reports.push(await registerOne(tool, source));
      return reports;
    },
    unregister(name) {
      const entry = entries.get(name);
      if (entry === undefined) return false;
      entries.delete(name);
      emit("tool-removed", entry);
      return true;
    },
    async replace(tool, { source = "custom" } = {}) {
      const entry = await compile(tool, source);
      const former = entries.get(tool.name);
      if (former === undefined) {
        throw new ConfigurationError("tool-invalid", `No tool '${tool.name}' to replace.`);
      }
      entries.set(tool.name, entry);
      emit("tool-replaced", entry);
      return () => {
        if (entries.get(tool.name) !== entry) return;
        entries.set(tool.name, former);
        emit("tool-replaced", former);
      };
    },
    get: (name) => entries.get(name),
    list(filter = {}) {
      return Array.from(entries.values())
        .filter((entry) => fitsEntry(entry, filter))
        .filter(({ tool }) => (tool === null ? !asksContent(filter) : fitsContent(tool, filter)))
        .sort(inListingOrder);
    },
    describeSource(source, description) {
      if (description === undefined) descriptions.delete(source);
      else descriptions.set(source, description);
    },
    sourceDescription: (source) => descriptions.get(source),
    invalidate(name) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      const next = { ...entry, revision: entry.revision + 1 };
      entries.set(name, next);
      emit("tool-invalidated", next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function ownerName(source: ToolSource): string {
  if (source.startsWith("mcp:")) return `the MCP server '${source.slice(4)}'`;
  if (source === "builtin") return "the built-in set";
  return source === "command" ? "the discovery command" : "the application";
}

/** Whether `fitsContent` checks anything for this filter. */
function asksContent({ scope, category, tags, kinds }: ToolFilter): boolean {
  return scope !== undefined || category !== undefined || kinds !== undefined || tags !== undefined;
}

/** Checks the part of a filter that works without the tool's definition. */
export function fitsEntry(entry: RegistryEntry, filter: ToolFilter): boolean {
  if (filter.names !== undefined && !filter.names.includes(entry.name)) return false;
  if (filter.excludedNames?.includes(entry.name) === true) return false;
  if (filter.source !== undefined && entry.source !== filter.source) return false;
  return filter.server === undefined || entry.source === `mcp:${filter.server}`;
}

/** The filter that selects what both select. */
export function bothFilters(one: ToolFilter, other: ToolFilter): ToolFilter {
  const names = common(one.names, other.names);
  const kinds = common(one.kinds, other.kinds);
  // Two different values of a field fit no tool.
  const isEmpty = (["scope", "category", "source", "server"] as const).some(
    (field) => one[field] !== undefined && (other[field] ?? one[field]) !== one[field],
  );
  return {
    ...one,
    ...other,
    ...(names !== undefined && { names }),
    ...(kinds !== undefined && { kinds }),
    excludedNames: [...(one.excludedNames ?? []), ...(other.excludedNames ?? [])],
    tags: [...(one.tags ?? []), ...(other.tags ?? [])],
    ...(isEmpty && { names: [] }),
  };
}

function common<Value>(
  one: readonly Value[] | undefined,
  other: readonly Value[] | undefined,
): readonly Value[] | undefined {
  return one === undefined ? other : one.filter((value) => other?.includes(value) ?? true);
}

/** Checks the part of a filter that needs the tool's definition. */
export function fitsContent({ tool, scope }: RegisteredTool, filter: ToolFilter): boolean {
  if (filter.scope !== undefined && scope !== "any" && scope !== filter.scope) return false;
  if (filter.category !== undefined && tool.category !== filter.category) return false;
  if (filter.kinds !== undefined && !filter.kinds.includes(tool.kind)) return false;
  return filter.tags?.every((tag) => tool.tags?.includes(tag)) ?? true;
}

const sourceOrder = { builtin: 0, command: 1, mcp: 2, custom: 3 };

function rankOf(source: ToolSource): number {
  return source.startsWith("mcp:")
    ? sourceOrder.mcp
    : sourceOrder[source as "builtin" | "command" | "custom"];
}

// By code units, not by locale: a listing is part of the prompt and must be the same everywhere.
function inListingOrder(a: RegistryEntry, b: RegistryEntry): number {
  return (
    rankOf(a.source) - rankOf(b.source) || compare(a.source, b.source) || compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
