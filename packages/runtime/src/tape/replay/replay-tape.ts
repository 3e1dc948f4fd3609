import type { Mode } from "@toolwright/core";
import type { Toolwright } from "../../toolwright.ts";
import { definitionHash } from "../definitions.ts";
import { readTape, type ReadTapeOptions } from "../read-tape.ts";
import type { TapeHeader } from "../tape.ts";
import { changedPrompt } from "./changed-prompt.ts";
import { playWithModel, type ReplayModel } from "./play-with-model.ts";
import type { Difference } from "./differences.ts";
import { loadTape } from "./loaded-tape.ts";
import { type OpenReplayOptions, openReplay } from "./open-replay.ts";
import type { NotPlayed } from "./player.ts";
import { Scratch } from "./scratch.ts";

export interface ReplayOptions
  extends ReadTapeOptions,
    Pick<OpenReplayOptions, "place" | "isReal" | "onNotice"> {
  /** The path of the tape. */
  readonly file: string;
  /** Works on the tape's task, with recorded outcomes. Default: the recorded calls are made again. */
  readonly model?: ReplayModel | undefined;
}

/** The findings of a replay. */
export interface ReplayReport {
  readonly session: string;
  readonly how: "recorded" | "real";
  readonly calls: number;
  /** In the order of the calls. */
  readonly differences: readonly Difference[];
  readonly notPlayed: readonly NotPlayed[];
  /** Sentences for a person. */
  readonly notes: readonly string[];
}

/**
 * Plays a tape, and says what is different now. Nothing outside of a scratch folder changes.
 *
 * Errors: TapeError; ConfigurationError for settings and folders.
 */
export async function replayTape(options: ReplayOptions): Promise<ReplayReport> {
  const { file, isReal, place } = options;
  const read = await readTape(file, options);
  const tape = await loadTape(read);
  using scratch = new Scratch(tape.contents);
  const { toolwright, player, home } = await openReplay({ ...options, tape, scratch });
  try {
    const definitions = changedDefinitions(tape.header, toolwright);
    const prompt = await changedPrompt(tape, toolwright, home);
    if (options.model !== undefined)
      await playWithModel(
        tape,
        { toolwright, player },
        { ...options.model, environment: place.environment },
      );
    else
      await player.play(toolwright.session, async ({ decision }) => {
        if (place.mode === undefined && decision !== null) await follow(toolwright, decision.mode);
      });
    const isModelTold = options.model !== undefined;
    return {
      session: tape.header.session,
      how: isReal ? "real" : "recorded",
      calls: tape.calls.filter(({ type }) => type === "call").length,
      differences: [...definitions, ...(isModelTold ? prompt : []), ...player.differences],
      notPlayed: player.notPlayed,
      notes: [
        ...(read.isEdited ? ["The tape was edited after the export."] : []),
        ...(prompt.length > 0 && !isModelTold ? [promptNote(prompt)] : []),
      ],
    };
  } finally {
    await toolwright.close();
  }
}

/** The recorded calls don't depend on it. */
function promptNote(prompt: readonly Difference[]): string {
  const names = prompt.map(({ tool }) => tool).join(", ");
  return `An agent would be told something else now: ${names}.`;
}

/** The mode may have changed between two calls. */
async function follow(toolwright: Toolwright, mode: Mode): Promise<void> {
  if (toolwright.session.policy.mode !== mode) await toolwright.setMode(mode);
}

function changedDefinitions(
  { tools }: TapeHeader,
  { registry, tools: { disabled } }: Toolwright,
): readonly Difference[] {
  return tools.flatMap(({ name, sha256: recorded }): readonly Difference[] => {
    if (recorded === null) return [];
    const tool = disabled.includes(name) ? null : (registry.get(name)?.tool ?? null);
    const now = tool === null ? null : definitionHash(tool);
    if (now === recorded) return [];
    return [{ kind: "definition", session: null, call: null, tool: name, recorded, now }];
  });
}
