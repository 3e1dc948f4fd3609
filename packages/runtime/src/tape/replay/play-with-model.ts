import type { PersonMessage } from "@toolwright/agent";
import { ConfigurationError } from "@toolwright/core";
import type { EnvironmentVariables } from "../../places.ts";
import type { Toolwright } from "../../toolwright.ts";
import type { LoadedTape } from "./loaded-tape.ts";
import type { Player } from "./player.ts";

export interface ReplayModel {
  /** As `vendor/id`. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
}

/**
 * Lets a model work on what the person said on a tape. Each call that it makes is the recorded one; it ends with the
 * first call that the tape doesn't have next, which the player notes.
 *
 * Errors: ConfigurationError `options-invalid` for a tape without a conversation; those of `Toolwright.agent`.
 */
export async function playWithModel(
  { records }: LoadedTape,
  { toolwright, player }: { readonly toolwright: Toolwright; readonly player: Player },
  { model, baseUrl, environment }: ReplayModel & { readonly environment: EnvironmentVariables },
): Promise<void> {
  const said = records.flatMap((record): readonly PersonMessage[] =>
    record.type === "user" ? personsPart(record["content"]) : [],
  );
  if (said.length === 0)
    throw new ConfigurationError(
      "options-invalid",
      "The tape has no conversation, so no model can work on it. Leave out --model to play its calls.",
    );
  const { openModel } = await import("@toolwright/agent");
  // With the person's key, which the session doesn't have.
  const opened = await openModel(model, { environment, ...(baseUrl !== undefined && { baseUrl }) });
  const agent = await toolwright.agent({ model: opened });
  for (const message of said) {
    const run = agent.run(message);
    const calls = player.followModel(() =>
      run.cancel("The model did something else than on the tape."),
    );
    await run;
    if (calls.hasDiverged) return;
  }
  player.followModel(() => undefined).end();
}

/** The person's own part of a message. Today's agent adds its part again. */
function personsPart(content: unknown): readonly PersonMessage[] {
  const parts = (content as Exclude<PersonMessage, string>).filter(
    (part) => !("isFromAgent" in part),
  );
  return parts.length === 0 ? [] : [parts];
}
