import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import { messageOf, ToolError } from "../errors.ts";
import { ownNameOf, type RegisteredTool, type ToolSource } from "../registry/registered-tool.ts";
import { fitsContent, fitsEntry, type Registry, type ToolFilter } from "../registry/registry.ts";
import type { Agents } from "../ports/agents.ts";
import type { InitContext } from "../tool/context.ts";
import {
  type DeferredSource,
  isKindOfPlanMode,
  type ListedPort,
  type ToolNeed,
} from "../tool/tool.ts";
import { type DeferralOptions, deferOver, servesDeferred } from "./deferral.ts";
import { describeNeed } from "./needs.ts";
import type { SessionOptions } from "./session.ts";

/** A session's snapshot of the registry: what was declared is what runs. */
export interface ToolSet {
  readonly tools: readonly RegisteredTool[];
  /** The declared tools; those that serve deferred tools come last, because their text changes with them. */
  readonly shown: readonly RegisteredTool[];
  /** The tools that a search finds. */
  readonly deferred: readonly RegisteredTool[];
  readonly deferredSources: readonly DeferredSource[];
  readonly find: (name: string) => RegisteredTool | undefined;
  /** Why a tool of the registry isn't in this set; undefined for a tool that doesn't exist. */
  whyNotAvailable(name: string): string | undefined;
}

/** The options of a session's tool set. */
export interface ToolSetOptions extends Omit<DeferralOptions, "declaresAgentTools"> {
  readonly filter: ToolFilter;
  /** The ports whose things tools list in their descriptions. */
  readonly listings: Readonly<Record<ListedPort, Listing | undefined>>;
  /** Whether the session meets a need of a tool. */
  readonly has: (need: ToolNeed) => boolean;
  /** What a session can change while it is open. */
  readonly state: ToolSetState;
}

/** What a session can change while it is open. */
export interface ToolSetState {
  /** Whether tools that plan mode denies are neither declared nor found. They can still be called. */
  isPlanning: boolean;
  /** The agent's own, once one works in the session. */
  agents: Agents | undefined;
  /** Whether the tools defined as `agent` are declared. Otherwise they are deferred. */
  declaresAgentTools: boolean;
}

/** What a model is told about a port's things, or why there are none. */
interface Listing {
  describe(): Promise<{ readonly text: string } | { readonly problem: string }>;
}

/** Takes the tool sets of a session with these options. */
export function toolSetSource(
  options: SessionOptions,
  state: ToolSetState,
  context: InitContext,
): ToolSetSource {
  const wishes: ToolSetOptions = {
    filter: options.tools ?? {},
    limits: options.deferToolsOver ?? {},
    declaresAll: options.declareAllTools ?? false,
    listings: { skills: options.skills },
    has: (need) => (need === "agents" ? state.agents : options[need]) !== undefined,
    state,
  };
  return new ToolSetSource(options.registry, wishes, context);
}

interface Opened {
  readonly revision: number;
  readonly tool: RegisteredTool | null;
  readonly fault: string | null;
}

/**
 * Takes snapshots for one session. Tools with `initialize` are initialized once, and again only after
 * `Registry.invalidate`; a tool that fails is left out.
 */
export class ToolSetSource {
  readonly #registry: Registry;
  readonly #filter: ToolFilter;
  readonly #wishes: ToolSetOptions;
  readonly #context: InitContext;
  readonly #opened = new Map<unknown, Opened>();
  /** The last copies of tools that describe deferred ones, by name. */
  readonly #telling = new Map<
    string,
    { readonly of: RegisteredTool; readonly tool: RegisteredTool }
  >();

  constructor(registry: Registry, wishes: ToolSetOptions, context: InitContext) {
    this.#registry = registry;
    this.#filter = { ...wishes.filter, scope: context.scope };
    this.#wishes = wishes;
    this.#context = context;
  }

  /** A list of names doesn't take away the tools by which a sub-agent reports. */
  #filterFor({ scope }: RegisteredTool): ToolFilter {
    if (scope !== "sub" || this.#filter.names === undefined) return this.#filter;
    const { names: _, ...others } = this.#filter;
    return others;
  }

  async take(): Promise<ToolSet> {
    const available: RegisteredTool[] = [];
    const reasons = new Map<string, string>();
    for (const entry of this.#registry.list()) {
      const { name } = entry;
      // An `await` for each of thousands of static tools would take longer than everything else.
      const { tool, fault } = isStatic(entry.tool) ? openedAs(entry.tool) : await this.#open(entry);
      if (tool === null) reasons.set(name, `The tool '${name}' is not available: ${fault}`);
      else if (tool.exposure === "hidden" || !fitsEntry(entry, this.#filterFor(tool))) {
        reasons.set(name, `The tool '${name}' exists, but not in this session.`);
      } else if (!fitsContent(tool, this.#filter)) reasons.set(name, this.#describeMisfit(tool));
      else {
        const lack = tool.tool.needs?.find((need) => !this.#wishes.has(need));
        if (lack === undefined) available.push(tool);
        else reasons.set(name, describeNeed(name, lack));
      }
    }
    const { isPlanning, declaresAgentTools } = this.#wishes.state;
    const exposed = deferOver(available, { ...this.#wishes, declaresAgentTools });
    const exposedAs = (
      wanted: RegisteredTool["exposure"],
      tools: readonly RegisteredTool[],
    ): RegisteredTool[] =>
      tools.filter(
        ({ exposure, tool: { kind } }) =>
          exposure === wanted && !(isPlanning && !isKindOfPlanMode(kind)),
      );
    const deferred = exposedAs("deferred", exposed);
    const deferredSources = this.#sourcesOf(deferred);
    const tools = new Map<string, RegisteredTool>();
    for (const tool of exposed) {
      if (servesDeferred(tool.tool) && deferred.length === 0) {
        reasons.set(tool.name, `The tool '${tool.name}' isn't needed: no tools are deferred.`);
        continue;
      }
      try {
        tools.set(tool.name, this.#tellingOf(tool, deferredSources));
      } catch (thrown) {
        reasons.set(tool.name, `The tool '${tool.name}' is not available: ${messageOf(thrown)}`);
      }
    }
    const all = [...tools.values()];
    const direct = exposedAs("direct", all);
    return {
      tools: all,
      shown: [
        ...direct.filter(({ tool }) => !servesDeferred(tool)),
        ...direct.filter(({ tool }) => servesDeferred(tool)),
      ],
      deferred,
      deferredSources,
      find: (name) => tools.get(name),
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

  /** Returns the same copy while the text is the same, so that unchanged declarations can be recognised. */
  #tellingOf(tool: RegisteredTool, sources: readonly DeferredSource[]): RegisteredTool {
    const next = withDeferred(tool, sources);
    const last = this.#telling.get(tool.name);
    if (last?.of === tool && last.tool.declarable.description === next.declarable.description) {
      return last.tool;
    }
    this.#telling.set(tool.name, { of: tool, tool: next });
    return next;
  }

  async #open(entry: ReturnType<Registry["list"]>[number]): Promise<Opened> {
    const known = this.#opened.get(entry.open);
    if (known !== undefined && known.revision === entry.revision) return known;
    let opened: Opened;
    try {
      const tool = await this.#withListing(await entry.open(this.#context));
      opened = { revision: entry.revision, tool, fault: null };
    } catch (thrown) {
      opened = { revision: entry.revision, tool: null, fault: messageOf(thrown) };
    }
    this.#opened.set(entry.open, opened);
    return opened;
  }

  /** Errors: ToolError `tool-not-available` when there is nothing to list. */
  async #withListing(tool: RegisteredTool): Promise<RegisteredTool> {
    const { lists } = tool.tool;
    if (lists === undefined) return tool;
    const told = await this.#wishes.listings[lists]?.describe();
    if (told !== undefined && "text" in told) return withMoreText(tool, told.text);
    throw new ToolError("tool-not-available", told?.problem ?? `This session has no ${lists}.`);
  }

  #describeMisfit({ name, scope }: RegisteredTool): string {
    if (scope === "any" || scope === this.#context.scope) {
      return `The tool '${name}' exists, but not in this session.`;
    }
    const whose = scope === "sub" ? "sub-agents" : "the main agent";
    return `The tool '${name}' is for ${whose} only; this is ${this.#context.agent.name}, at depth ${this.#context.agent.depth}.`;
  }
}

/** Whether the tool is the same in every session. */
function isStatic(tool: RegisteredTool | null): tool is RegisteredTool {
  return tool !== null && tool.tool.lists === undefined;
}

function openedAs(tool: RegisteredTool): Opened {
  return { revision: 0, tool, fault: null };
}

/** A source's name for people: a server's own name. */
export function sourceName(source: ToolSource): string {
  return source.replace(/^mcp:/, "");
}

function withDeferred(tool: RegisteredTool, sources: readonly DeferredSource[]): RegisteredTool {
  const more = tool.tool.describeDeferredTools?.(sources);
  return more === undefined ? tool : withMoreText(tool, more);
}

function withMoreText(tool: RegisteredTool, more: string): RegisteredTool {
  const { declarable } = tool;
  const description = { value: `${declarable.description}\n\n${more}`, enumerable: true };
  // The output schema is made on demand, so a copy must not read it.
  const own = { ...Object.getOwnPropertyDescriptors(declarable), description };
  return { ...tool, declarable: Object.defineProperties({}, own) as DeclarableTool };
}
