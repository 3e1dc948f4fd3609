import type { Tool } from "@modelcontextprotocol/server";
import type { RegisteredTool, Session } from "@toolwright/core";

/** What the host is told of a tool, and the tool it means. */
interface ListedTool {
  /** In the session; the listed one may be written for the protocol. */
  readonly name: string;
  readonly listed: Tool;
}

/** A session's tools as hosts list and call them, made anew when the session's set has changed. */
export class ToolCatalogue {
  readonly #session: Session;
  #madeFrom: readonly RegisteredTool[] | null = null;
  #list: readonly Tool[] = [];
  #byName: ReadonlyMap<string, ListedTool> = new Map();

  constructor(session: Session) {
    this.#session = session;
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
    this.#list = this.#session.declare("mcp") as readonly Tool[];
    this.#byName = new Map(
      this.#list.map((listed, index) => [
        listed.name,
        { name: shownTools[index]?.name ?? listed.name, listed },
      ]),
    );
    this.#madeFrom = shownTools;
  }
}
