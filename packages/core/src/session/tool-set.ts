import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import { messageOf } from "../errors.ts";
import type { RegisteredTool, ToolSource } from "../registry/registered-tool.ts";
import { fitsContent, fitsEntry, type Registry, type ToolFilter } from "../registry/registry.ts";
import type { InitContext } from "../tool/context.ts";
import type { DeferredSource } from "../tool/tool.ts";
import { ownNameOf } from "../registry/own-name.ts";
import { type DeferralLimits, deferOver } from "./deferral.ts";

/** A session's snapshot of the registry: what the model was shown is what runs. */
export interface ToolSet {
  readonly tools: readonly RegisteredTool[];
  /** Those of them that are found through a search. */
  readonly deferred: readonly RegisteredTool[];
  readonly deferredSources: readonly DeferredSource[];
  readonly find: (name: string) => RegisteredTool | undefined;
  /** Where it stands among the tools. */
  readonly place: (name: string) => number;
  /** Why a tool of the registry isn't in this set; undefined for one it doesn't have. */
  whyNotAvailable(name: string): string | undefined;
}

interface Opened {
  readonly revision: number;
  readonly tool: RegisteredTool | null;
  readonly fault: string | null;
}

/**
 * Takes snapshots for one session. Tools that are worked out per session are worked out once, and
 * again only when the registry says that they are out of date; one that fails costs itself.
 */
export class ToolSetSource {
  readonly #registry: Registry;
  readonly #filter: ToolFilter;
  readonly #limits: DeferralLimits;
  readonly #context: InitContext;
  readonly #opened = new Map<unknown, Opened>();

  constructor(
    registry: Registry,
    { filter, limits }: { readonly filter: ToolFilter; readonly limits: DeferralLimits },
    context: InitContext,
  ) {
    this.#registry = registry;
    this.#filter = { ...filter, scope: context.scope };
    this.#limits = limits;
    this.#context = context;
  }

  async take(): Promise<ToolSet> {
    const available: RegisteredTool[] = [];
    const reasons = new Map<string, string>();
    for (const entry of this.#registry.list()) {
      const { name } = entry;
      // Waiting for each of thousands that are there already would take longer than all else.
      const { tool, fault } = entry.tool === null ? await this.#open(entry) : openedAs(entry.tool);
      if (tool === null) reasons.set(name, `The tool '${name}' is not available: ${fault}`);
      else if (tool.exposure === "hidden" || !fitsEntry(entry, this.#filter)) {
        reasons.set(name, `The tool '${name}' exists, but not in this session.`);
      } else if (!fitsContent(tool, this.#filter)) reasons.set(name, this.#describeMisfit(tool));
      else available.push(tool);
    }
    // What nothing finds must be shown.
    const canBeFound = available.some(({ tool }) => tool.describeDeferred !== undefined);
    const shown = canBeFound ? deferOver(available, this.#limits) : available;
    const deferred = shown.filter(({ exposure }) => exposure === "deferred");
    const deferredSources = this.#sourcesOf(deferred);
    const tools = new Map<string, RegisteredTool>();
    const places = new Map<string, number>();
    for (const tool of shown) {
      if (tool.tool.describeDeferred !== undefined && deferred.length === 0) {
        reasons.set(
          tool.name,
          `The tool '${tool.name}' isn't needed: all tools are shown as they are.`,
        );
        continue;
      }
      try {
        tools.set(tool.name, withDeferred(tool, deferredSources));
        places.set(tool.name, places.size);
      } catch (thrown) {
        reasons.set(tool.name, `The tool '${tool.name}' is not available: ${messageOf(thrown)}`);
      }
    }
    return {
      tools: [...tools.values()],
      deferred,
      deferredSources,
      find: (name) => tools.get(name),
      place: (name) => places.get(name) ?? places.size,
      whyNotAvailable: (name) => reasons.get(name),
    };
  }

  #sourcesOf(deferred: readonly RegisteredTool[]): readonly DeferredSource[] {
    const names = new Map<ToolSource, string[]>();
    for (const { name, source } of deferred) {
      const list = names.get(source);
      if (list === undefined) names.set(source, [ownNameOf(name, source)]);
      else list.push(ownNameOf(name, source));
    }
    return Array.from(names, ([source, toolNames]) => ({
      name: sourceName(source),
      description: this.#registry.sourceDescription(source),
      toolNames,
    }));
  }

  async #open(entry: ReturnType<Registry["list"]>[number]): Promise<Opened> {
    const known = this.#opened.get(entry.open);
    if (known !== undefined && known.revision === entry.revision) return known;
    let opened: Opened;
    try {
      opened = { revision: entry.revision, tool: await entry.open(this.#context), fault: null };
    } catch (thrown) {
      opened = { revision: entry.revision, tool: null, fault: messageOf(thrown) };
    }
    this.#opened.set(entry.open, opened);
    return opened;
  }

  #describeMisfit({ name, scope }: RegisteredTool): string {
    if (scope === "any" || scope === this.#context.scope) {
      return `The tool '${name}' exists, but not in this session.`;
    }
    const whose = scope === "sub" ? "sub-agents" : "the main agent";
    return `The tool '${name}' is for ${whose} only; this is ${this.#context.agent.name}, at depth ${this.#context.agent.depth}.`;
  }
}

function openedAs(tool: RegisteredTool): Opened {
  return { revision: 0, tool, fault: null };
}

/** As people name it: a server by its own name. */
export function sourceName(source: ToolSource): string {
  return source.replace(/^mcp:/, "");
}

function withDeferred(tool: RegisteredTool, sources: readonly DeferredSource[]): RegisteredTool {
  const more = tool.tool.describeDeferred?.(sources);
  if (more === undefined) return tool;
  const { declarable } = tool;
  const description = { value: `${declarable.description}\n\n${more}`, enumerable: true };
  // What a tool returns is described when somebody asks: a copy must not ask.
  const own = { ...Object.getOwnPropertyDescriptors(declarable), description };
  return { ...tool, declarable: Object.defineProperties({}, own) as DeclarableTool };
}
