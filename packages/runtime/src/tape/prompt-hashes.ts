import type { PromptPiece } from "@toolwright/agent";
import { type PrivateFolders, privatePaths } from "./private-paths.ts";
import { sha256 } from "./sha256.ts";

/** A piece of an agent's system prompt as a tape knows it. */
export interface PromptHash {
  readonly name: string;
  readonly sha256: string;
}

/** The same prompt has the same hashes in every folder. */
export function promptHashes(
  pieces: readonly PromptPiece[],
  folders: PrivateFolders,
): readonly PromptHash[] {
  const paths = privatePaths(folders);
  return pieces.map(({ name, text }) => ({
    name: paths.hide(name),
    sha256: sha256(paths.hide(text.replace(`Platform: ${process.platform}.`, "Platform."))),
  }));
}
