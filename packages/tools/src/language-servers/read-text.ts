import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { decodeText } from "@toolwright/workspace";

/** Longer files are generated, and take a server long. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** A file's text; null for no file, one that may not be read, is too large or is no text. */
export async function readTextOrNull(
  workspace: WorkspaceAccess,
  path: string,
): Promise<string | null> {
  try {
    const { bytes } = await workspace.read(path, { maxBytes: MAX_TEXT_BYTES });
    return (await decodeText(bytes))?.text ?? null;
  } catch (thrown) {
    if (ToolError.isInstance(thrown) && thrown.code !== "cancelled") return null;
    throw thrown;
  }
}
