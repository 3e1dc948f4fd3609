import { withoutUndeclared } from "../declaration/without-limits.ts";
import { nameTools, type ToolNames, toolNamesOf } from "../declaration/tool-names.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { DeferredTools, FoundTool } from "../tool/context.ts";
import type { DeferredSource } from "../tool/tool.ts";
import type { ToolIndex } from "../tool-search/index.ts";
import { sourceName, type ToolSet } from "./tool-set.ts";

/** The deferred tools of one session. */
export class SessionDeferredTools implements DeferredTools {
  readonly #current: () => ToolSet;
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

  get calledThrough(): string | undefined {
    return this.#current().tools.find(({ tool }) => tool.forwards !== undefined)?.name;
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
    const names = toolNamesOf(tools.shown.map(({ declarable }) => declarable));
    return { found: matches.map(({ name }) => foundTool(of(name), names)), total };
  };
}

function foundTool({ name, source, declarable }: RegisteredTool, names: ToolNames): FoundTool {
  const { description, inputSchema } = withoutUndeclared(nameTools(declarable, names));
  return { name, source: sourceName(source), description, inputSchema };
}
