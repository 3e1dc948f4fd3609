import type { Tool } from "@modelcontextprotocol/server";
import type { RegisteredTool, Session } from "@toolwright/core";
import { structuredSchema } from "./structured-result.ts";

/** What the host is told of a tool, and the tool it means. */
interface ListedTool {
  /** In the session; the listed one may be written for the protocol. */
  readonly name: string;
  readonly listed: Tool;
}

/** A session's tools as hosts list and call them, made anew when the session's set has changed. */
export class ToolCatalogue {
  readonly #session: Session;
  readonly #isStructured: boolean;
  #madeFrom: readonly RegisteredTool[] | null = null;
  #list: readonly Tool[] = [];
  #byName: ReadonlyMap<string, ListedTool> = new Map();

  /** `isStructured`: whether tools are listed with the schemas of structured results. */
  constructor(session: Session, isStructured: boolean) {
    this.#session = session;
    this.#isStructured = isStructured;
  }

  /** In the session's order, which is the same at every start. */
  list(): readonly Tool[] {
    this.#update();
    return this.#list;
  }

  /** Null for one that isn't listed, as one that is found by a search first. */
  find(name: string): ListedTool | null {
    this.#update();
    return this.#byName.get(name) ?? null;
  }

  #update(): void {
    const { shownTools } = this.#session;
    if (this.#madeFrom === shownTools) return;
    // The dialect `mcp` is made of entries of `tools/list`.
    const declared = this.#session.declare("mcp") as readonly Tool[];
    this.#list = declared.map((tool) => this.#listed(tool));
    this.#byName = new Map(
      this.#list.map((listed, index) => [
        listed.name,
        { name: shownTools[index]?.name ?? listed.name, listed },
      ]),
    );
    this.#madeFrom = shownTools;
  }

  #listed({ outputSchema, ...tool }: Tool): Tool {
    return this.#isStructured && outputSchema !== undefined
      ? { ...tool, outputSchema: structuredSchema(outputSchema) }
      : tool;
  }
}
