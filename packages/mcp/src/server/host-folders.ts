import { revealedLine } from "@toolwright/core/internal";
import { fileURLToPath } from "node:url";

/**
 * The folders of a host's roots. Roots that are not folders of this machine are skipped with a notice.
 */
export function hostFolders(
  roots: readonly { readonly uri: string }[],
  onNotice: (notice: string) => void,
): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      onNotice(`mcp: the host's root ${revealedLine(uri, 200)} is not a folder of this machine`);
      return [];
    }
  });
}
