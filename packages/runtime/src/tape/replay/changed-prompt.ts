import type { Toolwright } from "../../toolwright.ts";
import { type PromptHash, promptHashes } from "../prompt-hashes.ts";
import type { Difference } from "./differences.ts";
import type { LoadedTape } from "./loaded-tape.ts";

/** The pieces of the system prompt that are others now; none for a tape without a prompt. */
export async function changedPrompt(
  { records }: LoadedTape,
  toolwright: Toolwright,
  home: string,
): Promise<readonly Difference[]> {
  const turn = records.find(({ type, prompt }) => type === "turn" && Array.isArray(prompt));
  if (turn === undefined) return [];
  const recorded = turn["prompt"] as readonly PromptHash[];
  const folders = { roots: toolwright.session.workspace.roots, home };
  // The mode's piece also says whether somebody could be asked.
  const now = await Promise.all(
    [true, false].map(async (isUnattended) =>
      promptHashes(await toolwright.agentPrompt({ isUnattended }), folders),
    ),
  );
  const [one = [], other = []] = now;
  const names = [...new Set([...recorded, ...one].map(({ name }) => name))];
  return names.flatMap((name): readonly Difference[] => {
    const [then, ...today] = [recorded, one, other].map(
      (pieces) => pieces.find((piece) => piece.name === name)?.sha256 ?? null,
    );
    if (today.includes(then ?? null)) return [];
    const [hash = null] = today;
    return [{ kind: "prompt", session: null, call: null, tool: name, recorded: then, now: hash }];
  });
}
