import { isDeepStrictEqual } from "node:util";
import {
  describeEffect,
  type Effect,
  type InitializedTool,
  type Preparation,
  type Tool,
  type ToolResult,
  unknown,
  type Workspace,
} from "@toolwright/core";
import { covers, resolveEffects } from "@toolwright/core/internal";
import { compareSnapshots, type DirectorySnapshot } from "./directory-snapshot.ts";
import { asInfrastructure, Observation, type ObservationOptions, runAs } from "./observation.ts";
import type { ToolStage } from "./report.ts";
import { describeResultFault } from "./result-fault.ts";

/** The part of the world that differs between calls. */
export interface CallWorld {
  readonly workspace: Workspace;
  readonly options: ObservationOptions;
  readonly takeSnapshot: () => DirectorySnapshot;
}

type Facts = { readonly callId: string };

/**
 * Wraps a tool so that its functions run as its own actions and are checked in between. The runtime calls it
 * like any tool.
 */
export class ToolObserver {
  #world: CallWorld | null = null;
  readonly #observations = new Map<string, Observation>();

  /** Makes later calls happen in this world, until the next `begin`. */
  begin(world: CallWorld): void {
    this.#world = world;
    this.#observations.clear();
  }

  get observations(): readonly Observation[] {
    return [...this.#observations.values()];
  }

  wrap(tool: Tool | InitializedTool): Tool | InitializedTool {
    if (!("initialize" in tool)) return this.#wrapTool(tool);
    const { name } = tool;
    return {
      name,
      initialize: async (context) => this.#wrapTool({ ...(await tool.initialize(context)), name }),
    };
  }

  #wrapTool(tool: Tool): Tool {
    const wrapped: Tool = {
      ...tool,
      execute: (prepared, context) =>
        this.#act("execute", context, async (observation) => {
          observation.hasRun = true;
          const result = await tool.execute(prepared, context);
          if (typeof result !== "string") this.#checkResult(observation, tool, result);
          return result;
        }),
    };
    if (tool.effects !== undefined) {
      wrapped.effects = (input, context) =>
        this.#act("effects", context, (observation) =>
          this.#claim(
            observation,
            input,
            async (given) => tool.effects?.(given as never, context) ?? [],
          ),
        );
    }
    if (tool.prepare !== undefined) {
      wrapped.prepare = (input, context) =>
        this.#act("prepare", context, (observation) =>
          this.#prepare(
            observation,
            async () => tool.prepare?.(input, context) as Preparation<unknown>,
          ),
        );
    }
    return wrapped;
  }

  async #act<T>(
    stage: ToolStage,
    { callId }: Facts,
    act: (observation: Observation) => Promise<T>,
  ): Promise<T> {
    const observation = this.#observationOf(callId);
    return runAs({ observation, stage, isInfrastructure: false }, () => act(observation));
  }

  #observationOf(callId: string): Observation {
    const known = this.#observations.get(callId);
    if (known !== undefined) return known;
    const observation = new Observation(this.#current().options);
    observation.effects = [unknown("the tool declares no effects")];
    this.#observations.set(callId, observation);
    return observation;
  }

  #current(): CallWorld {
    if (this.#world === null) throw new Error("A tool was called outside of an observed call.");
    return this.#world;
  }

  async #claim(
    observation: Observation,
    input: unknown,
    effects: (input: unknown) => Promise<readonly Effect[]>,
  ): Promise<readonly Effect[]> {
    observation.effects = [];
    const copy = copyOf(input);
    const listed = await effects(input);
    if (!isDeepStrictEqual(input, copy)) {
      observation.add("claim-impure", "changed its input", "effects");
    }
    const again = await effects(copy);
    if (!isDeepStrictEqual(again, listed)) {
      const message = `said ${this.#show(listed)} and then ${this.#show(again)}`;
      observation.add("claim-unstable", message, "effects");
    }
    observation.effects = await this.#resolved(listed);
    return listed;
  }

  async #prepare(
    observation: Observation,
    prepare: () => Promise<Preparation<unknown>>,
  ): Promise<Preparation<never>> {
    const world = this.#current();
    const look = (): DirectorySnapshot => asInfrastructure(world.takeSnapshot);
    const before = look();
    let preparation: Preparation<unknown>;
    try {
      preparation = await prepare();
    } finally {
      for (const { path, change } of compareSnapshots(before, look())) {
        if (observation.hasReportedChange(path)) continue;
        const message = `${change} ${observation.show(path)} (seen by comparing the directory)`;
        observation.add("prepare-changes", message, "prepare");
      }
    }
    const exact = await this.#resolved(preparation.effects);
    for (const effect of exact) {
      if (observation.effects.some((claim) => covers(claim, effect))) continue;
      const message = `wants to ${this.#show([effect])}, which it did not claim`;
      observation.add("claim-exceeded", message, "prepare");
    }
    observation.effects = exact;
    return preparation as Preparation<never>;
  }

  #checkResult(observation: Observation, tool: Tool, result: ToolResult): void {
    const fault = describeResultFault(tool, result);
    if (fault !== null) observation.add("result-invalid", fault, "execute");
  }

  /** Empty if it is not a list of effects, which the runtime reports itself. */
  async #resolved(effects: readonly Effect[]): Promise<readonly Effect[]> {
    const { workspace } = this.#current();
    try {
      return await resolveEffects(effects, (path) => workspace.resolve(path));
    } catch {
      return [];
    }
  }

  #show(effects: readonly Effect[]): string {
    const { roots } = this.#current().options;
    return effects.map((effect) => describeEffect(effect, roots)).join(", ") || "nothing";
  }
}

/** Schema libraries may produce inputs that cannot be cloned. */
function copyOf(input: unknown): unknown {
  try {
    return structuredClone(input);
  } catch {
    return input;
  }
}
