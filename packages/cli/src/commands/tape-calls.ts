import { recorded } from "@toolwright/core/internal";
import { privatePaths, readTape, realRoot, TapeError } from "@toolwright/runtime/internal";
import type { JournalEntry } from "@toolwright/workspace";
import { usageError } from "../errors.ts";
import type { LabelledCall } from "./labels-before.ts";
import type { PolicyController } from "./policy-controller.ts";

/** A call of a tape, with the folders of this machine. */
export type TapedCall = Pick<
  JournalEntry,
  "sessionId" | "callId" | "tool" | "agent" | "effects" | "decision" | "startedAtMs"
> &
  LabelledCall & { readonly id: null };

/** The calls of tapes, in their order. Errors: CommandError `usage` for a tape that can't be read. */
export async function callsOf(
  files: readonly string[],
  { roots, places }: Pick<PolicyController, "roots" | "places">,
): Promise<readonly TapedCall[]> {
  const paths = privatePaths({ roots, home: realRoot(places.home) });
  const calls: TapedCall[] = [];
  try {
    for (const file of files) {
      for await (const line of (await readTape(file)).lines()) {
        if (line.type !== "call") continue;
        const { session, id, tool, agent, effects, decision, outcome, startedAtMs } = line;
        const shown = paths.show({ effects, decision });
        calls.push({
          id: null,
          sessionId: session,
          callId: id,
          tool,
          agent,
          ...shown,
          outcome,
          startedAtMs,
        });
      }
    }
    return calls;
  } catch (thrown) {
    throw TapeError.isInstance(thrown) ? usageError(recorded(thrown.message)) : thrown;
  }
}
