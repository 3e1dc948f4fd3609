import { messageOf } from "../errors.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import { fitsContent, fitsEntry, type Registry, type ToolFilter } from "../registry/registry.ts";
import type { InitContext } from "../tool/context.ts";

/** A session's snapshot of the registry: what the model was shown is what runs. */
export interface ToolSet {
  readonly tools: readonly RegisteredTool[];
  find(name: string): RegisteredTool | undefined;
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
  readonly #context: InitContext;
  readonly #opened = new Map<unknown, Opened>();

  constructor(registry: Registry, filter: ToolFilter, context: InitContext) {
    this.#registry = registry;
    this.#filter = { ...filter, scope: context.scope };
    this.#context = context;
  }

  async take(): Promise<ToolSet> {
    const tools = new Map<string, RegisteredTool>();
    const reasons = new Map<string, string>();
    for (const entry of this.#registry.list()) {
      const { name } = entry;
      const { tool, fault } = await this.#open(entry);
      if (tool === null) reasons.set(name, `The tool '${name}' is not available: ${fault}`);
      else if (tool.exposure === "hidden" || !fitsEntry(entry, this.#filter)) {
        reasons.set(name, `The tool '${name}' exists, but not in this session.`);
      } else if (!fitsContent(tool, this.#filter)) reasons.set(name, this.#describeMisfit(tool));
      else tools.set(name, tool);
    }
    return {
      tools: [...tools.values()],
      find: (name) => tools.get(name),
      whyNotAvailable: (name) => reasons.get(name),
    };
  }

  async #open(entry: ReturnType<Registry["list"]>[number]): Promise<Opened> {
    if (entry.tool !== null) return { revision: 0, tool: entry.tool, fault: null };
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
