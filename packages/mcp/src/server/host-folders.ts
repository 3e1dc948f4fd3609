import { revealedLine } from "@toolwright/core/internal";
import { fileURLToPath } from "node:url";

/** The folders that a host's roots name. One that is no folder of this machine is left out with a notice. */
export function hostFolders(
  roots: readonly { readonly uri: string }[],
  onNotice: (notice: string) => void,
): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      onNotice(`mcp: the host's root ${revealedLine(uri, 200)} is no folder of this machine`);
      return [];
    }
  });
}
