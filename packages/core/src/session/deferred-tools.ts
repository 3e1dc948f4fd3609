import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { DeferredTools, FoundTool } from "../tool/context.ts";
import type { DeferredSource } from "../tool/tool.ts";
import type { ToolIndex } from "../tool-search/index.ts";
import { sourceName, type ToolSet } from "./tool-set.ts";

/** The deferred tools of one session, and which of them its model has found by now. */
export class SessionDeferredTools implements DeferredTools {
  readonly #current: () => ToolSet;
  readonly #revealed = new Set<string>();
  #index: ToolIndex | null = null;
  /** The set that the index was brought up to date with. */
  #indexed: ToolSet | null = null;

  constructor(current: () => ToolSet) {
    this.#current = current;
  }

  get sources(): readonly DeferredSource[] {
    return this.#current().deferredSources;
  }

  get count(): number {
    return this.#current().deferred.length;
  }

  /** Those that were found and are still there, in the order in which they were: what came before stays. */
  get revealed(): readonly RegisteredTool[] {
    const { find } = this.#current();
    return Array.from(this.#revealed, find).flatMap((tool) =>
      tool?.exposure === "deferred" ? [tool] : [],
    );
  }

  search: DeferredTools["search"] = async (words, { limit, source }) => {
    const { documentOf, ToolIndex } = await import("../tool-search/index.ts");
    const index = (this.#index ??= new ToolIndex());
    const tools = this.#current();
    if (this.#indexed !== tools) index.sync(tools.deferred.map(documentOf));
    this.#indexed = tools;
    // The index has just these.
    const of = (name: string): RegisteredTool => tools.find(name) as RegisteredTool;
    const { matches, total } = index.search({
      words,
      limit,
      compare: (a, b) => tools.place(a) - tools.place(b),
      ...(source !== undefined && { accepts: (name) => sourceName(of(name).source) === source }),
    });
    return { found: matches.map(({ name }) => foundTool(of(name))), total };
  };

  reveal: DeferredTools["reveal"] = (names) => {
    const { find } = this.#current();
    for (const name of names) if (find(name)?.exposure === "deferred") this.#revealed.add(name);
  };
}

function foundTool({ name, source, declarable }: RegisteredTool): FoundTool {
  const { description, inputSchema } = declarable;
  return { name, source: sourceName(source), description, inputSchema };
}
