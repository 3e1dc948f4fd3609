import type { Tool } from "@modelcontextprotocol/server";
import type { RegisteredTool, Session } from "@toolwright/core";
import { structuredSchema } from "./structured-result.ts";

/** A tool as listed to hosts, and its name in the session. */
interface ListedTool {
  /** Its name in the session, which may differ from the listed one. */
  readonly name: string;
  readonly listed: Tool;
}

/** A session's tools as hosts list and call them, rebuilt when the session's set changes. */
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

  /** Null for a tool that is not listed, such as one found by a search. */
  find(name: string): ListedTool | null {
    this.#update();
    return this.#byName.get(name) ?? null;
  }

  #update(): void {
    const { shownTools } = this.#session;
    if (this.#madeFrom === shownTools) return;
    // The dialect `mcp` consists of `tools/list` entries.
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
