import type { Mode } from "@toolwright/core";
import type { Toolwright } from "../../toolwright.ts";
import { definitionHash } from "../definitions.ts";
import { readTape, type ReadTapeOptions } from "../read-tape.ts";
import type { TapeHeader } from "../tape.ts";
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
}

/** What a replay found. */
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
  const { toolwright, player } = await openReplay({ ...options, tape, scratch });
  try {
    const definitions = changedDefinitions(tape.header, toolwright);
    await player.play(toolwright.session, async ({ decision }) => {
      if (place.mode === undefined && decision !== null) await follow(toolwright, decision.mode);
    });
    return {
      session: tape.header.session,
      how: isReal ? "real" : "recorded",
      calls: tape.calls.filter(({ type }) => type === "call").length,
      differences: [...definitions, ...player.differences],
      notPlayed: player.notPlayed,
      notes: read.isEdited ? ["The tape was edited after the export."] : [],
    };
  } finally {
    await toolwright.close();
  }
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
