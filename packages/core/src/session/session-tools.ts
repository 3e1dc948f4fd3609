import type { Policy } from "../policy/policy.ts";
import type { Agents } from "../ports/agents.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { RankTools } from "../tool/context.ts";
import { SessionCallableTools, SessionDeferredTools } from "./deferred-tools.ts";
import type { ToolSet, ToolSetSource, ToolSetState } from "./tool-set.ts";

export interface SessionToolsOptions {
  readonly source: ToolSetSource;
  /** Changes with the session, and is read by the source. */
  readonly state: ToolSetState;
  readonly first: ToolSet;
  readonly rank: RankTools | undefined;
}

/** The tools of one session: a snapshot of the registry until the next refresh. */
export class SessionTools {
  readonly deferred: SessionDeferredTools;
  readonly callable: SessionCallableTools;
  readonly #source: ToolSetSource;
  readonly #state: ToolSetState;
  #set: ToolSet;
  #refreshes = 0;
  /** The number of the refresh whose tools are in use. */
  #refreshed = 0;

  constructor({ source, state, first, rank }: SessionToolsOptions) {
    this.#source = source;
    this.#state = state;
    this.#set = first;
    this.deferred = new SessionDeferredTools(() => this.#set, rank);
    this.callable = new SessionCallableTools(() => this.#set);
  }

  get all(): readonly RegisteredTool[] {
    return this.#set.tools;
  }

  get shown(): readonly RegisteredTool[] {
    return this.#set.shown;
  }

  find(name: string): RegisteredTool | undefined {
    return this.#set.find(name);
  }

  whyNotAvailable(name: string): string | undefined {
    return this.#set.whyNotAvailable(name);
  }

  get agents(): Agents | undefined {
    return this.#state.agents;
  }

  get declaresAgentTools(): boolean {
    return this.#state.declaresAgentTools;
  }

  async attachAgent(agents: Agents): Promise<void> {
    this.#state.agents = agents;
    this.#state.declaresAgentTools = true;
    await this.refresh();
  }

  /** Shows everything once a session that was opened in plan mode leaves it. */
  followMode(mode: Policy["mode"]): void {
    if (!this.#state.isPlanning || mode === "plan") return;
    this.#state.isPlanning = false;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const number = (this.#refreshes += 1);
    const tools = await this.#source.take();
    // A refresh that began earlier but took longer is out of date.
    if (number < this.#refreshed) return;
    this.#refreshed = number;
    const { shown } = this.#set;
    const isSame =
      shown.length === tools.shown.length && shown.every((tool, at) => tool === tools.shown[at]);
    // The same list, so that callers can compare lists by identity.
    this.#set = isSame ? { ...tools, shown } : tools;
  }
}
