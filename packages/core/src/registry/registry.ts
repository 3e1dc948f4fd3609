import { ConfigurationError, messageOf } from "../errors.ts";
import { assertToolName } from "../tool/define-tool.ts";
import type { InitContext } from "../tool/context.ts";
import type { InitializedTool, Tool, ToolKind, ToolScope } from "../tool/tool.ts";
import { compileTool } from "./compile-tool.ts";
import type { RegisteredTool, ToolSource } from "./registered-tool.ts";

/** What happened to one tool of a registration. */
export type RegistrationReport =
  | { readonly name: string; readonly isRegistered: true }
  | { readonly name: string; readonly isRegistered: false; readonly reason: string };

export interface RegistryEntry {
  readonly name: string;
  readonly source: ToolSource;
  /** The compiled tool; null for one that is worked out when a session opens. */
  readonly tool: RegisteredTool | null;
  /** Works the tool out for a session; a static tool is the same for all. */
  readonly open: (context: InitContext) => Promise<RegisteredTool>;
  /** Grows when the registry says that a worked out tool is out of date. */
  readonly revision: number;
}

export interface ToolFilter {
  readonly names?: readonly string[];
  readonly excludedNames?: readonly string[];
  readonly scope?: Exclude<ToolScope, "any">;
  readonly category?: string;
  /** All of them. */
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

/** Which tools exist under which names. Lookup only; it decides nothing. */
export interface Registry {
  /**
   * Adds tools, `custom` ones by default. A tool whose name is taken or whose schema can't be
   * compiled is refused with the reason, and the rest live. Never rejects.
   */
  register(
    tools: readonly (Tool | InitializedTool)[],
    options?: { readonly source?: ToolSource },
  ): Promise<readonly RegistrationReport[]>;
  /** False when there was none. */
  unregister(name: string): boolean;
  /**
   * Puts a tool in the place of the one of that name. Returns the way to restore that one.
   * Errors: ConfigurationError `tool-invalid` when there is none of that name, `schema-invalid`.
   */
  replace(
    tool: Tool | InitializedTool,
    options?: { readonly source?: ToolSource },
  ): Promise<() => void>;
  get(name: string): RegistryEntry | undefined;
  /**
   * Built-in first, then discovered by command, MCP by server, then custom; by name within. A filter by scope,
   * category, tags or kinds leaves out tools that are worked out per session: what they are isn't known yet.
   */
  list(filter?: ToolFilter): readonly RegistryEntry[];
  /**
   * What the tools of a source are for, in words, as a server's instructions: for the index of tools
   * that are found through a search. Undefined takes it back.
   */
  describeSource(source: ToolSource, description: string | undefined): void;
  sourceDescription(source: ToolSource): string | undefined;
  /** A tool that is worked out per session is worked out anew at the next refresh. */
  invalidate(name: string): void;
  /** Returns the way to stop. */
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
        // A listener's fault is its own; the registry's state is already changed.
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
          `The name '${name}' is taken: by a tool of ${ownerName(owner.source)}, and wanted by ` +
            `one of ${ownerName(source)}. Rename one, or replace it on purpose.`,
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
      // One after the other, so that of two tools of one name it is always the first that lives.
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

/** Whether `fitsContent` looks at anything. */
function asksContent({ scope, category, tags, kinds }: ToolFilter): boolean {
  return scope !== undefined || category !== undefined || kinds !== undefined || tags !== undefined;
}

/** The part of a filter that needs no definition, which may not be worked out yet. */
export function fitsEntry(entry: RegistryEntry, filter: ToolFilter): boolean {
  if (filter.names !== undefined && !filter.names.includes(entry.name)) return false;
  if (filter.excludedNames?.includes(entry.name) === true) return false;
  if (filter.source !== undefined && entry.source !== filter.source) return false;
  return filter.server === undefined || entry.source === `mcp:${filter.server}`;
}

/** The part of a filter that needs the tool's definition. */
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

// Code points, not the locale: a listing is part of the prompt, and must be the same everywhere.
function inListingOrder(a: RegistryEntry, b: RegistryEntry): number {
  return (
    rankOf(a.source) - rankOf(b.source) || compare(a.source, b.source) || compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
