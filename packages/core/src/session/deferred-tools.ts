import { withoutUndeclared } from "../declaration/without-limits.ts";
import { nameTools, toolNamesOf } from "../declaration/tool-names.ts";
import type { DeclarableTool } from "../declaration/declarable-tool.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type {
  CallableTool,
  CallableTools,
  DeferredTools,
  FoundTool,
  RankTools,
  SearchableTool,
} from "../tool/context.ts";
import type { DeferredSource } from "../tool/tool.ts";
import { servesDeferred } from "./deferral.ts";
import { sourceName, type ToolSet } from "./tool-set.ts";

/** The deferred tools of one session. */
export class SessionDeferredTools implements DeferredTools {
  readonly rank: RankTools | undefined;
  readonly #current: () => ToolSet;

  constructor(current: () => ToolSet, rank: RankTools | undefined) {
    this.#current = current;
    this.rank = rank;
  }

  get sources(): readonly DeferredSource[] {
    return this.#current().deferredSources;
  }

  get count(): number {
    return this.#current().deferred.length;
  }

  get tools(): readonly SearchableTool[] {
    return this.#current().deferred.map(searchable);
  }

  get calledThrough(): string | undefined {
    return this.#current().tools.find(({ tool }) => tool.forwards !== undefined)?.name;
  }

  describe(names: readonly string[]): readonly FoundTool[] {
    const { deferred, shown } = this.#current();
    const tools = new Map(deferred.map((tool) => [tool.name, tool]));
    const shownNames = toolNamesOf(shown.map(({ declarable }) => declarable));
    return [...new Set(names)].flatMap((name) => {
      const tool = tools.get(name);
      if (tool === undefined) return [];
      const { description, inputSchema } = withoutUndeclared(
        nameTools(tool.declarable, shownNames),
      );
      return [{ name, source: sourceName(tool.source), description, inputSchema }];
    });
  }
}

/** The tools of one session that code can call. */
export class SessionCallableTools implements CallableTools {
  readonly #current: () => ToolSet;

  constructor(current: () => ToolSet) {
    this.#current = current;
  }

  get tools(): readonly SearchableTool[] {
    return this.#current()
      .tools.filter(({ tool }) => !servesDeferred(tool))
      .map(searchable);
  }

  describe(name: string): CallableTool | undefined {
    const { find, shown } = this.#current();
    const found = find(name);
    if (found === undefined || servesDeferred(found.tool)) return undefined;
    const shownNames = toolNamesOf(shown.map(({ declarable }) => declarable));
    const { description, inputSchema } = withoutUndeclared(nameTools(found.declarable, shownNames));
    const { outputSchema } = found.declarable;
    return { name, description, inputSchema, ...(outputSchema !== undefined && { outputSchema }) };
  }
}

const searchables = new WeakMap<DeclarableTool, SearchableTool>();

function searchable({ name, source, tool, declarable }: RegisteredTool): SearchableTool {
  let made = searchables.get(declarable);
  if (made === undefined) {
    const { title, description, inputSchema } = declarable;
    const tags = tool.tags ?? [];
    made = { name, source: sourceName(source), title, tags, description, inputSchema };
    searchables.set(declarable, made);
  }
  return made;
}
