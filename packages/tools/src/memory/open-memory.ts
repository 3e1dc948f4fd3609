import { type Memory, type MemoryScope, ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { decodeText, type TextFile } from "@toolwright/workspace";

/** Far more than facts take, because a person may keep other text in the file. */
const MAX_FILE_BYTES = 256 * 1024;

/** A memory file as it is now. */
export interface OpenedMemory {
  readonly file: TextFile;
  /** Null: there is no file yet. */
  readonly version: FileVersion | null;
}

export const scopeName: Readonly<Record<MemoryScope, string>> = {
  user: "the user's memory",
  project: "this project's memory",
};

/** Errors: `permission-denied` with the reason why the session has no such file. */
export function memoryPath(memory: Memory | undefined, scope: MemoryScope): string {
  const file = memory?.fileOf(scope) ?? { problem: "This session has no memory." };
  if ("path" in file) return file.path;
  throw new ToolError("permission-denied", file.problem);
}

/** Errors: `not-text` for a file that isn't text, those of `WorkspaceAccess.read`. */
export async function openMemory(
  workspace: WorkspaceAccess,
  path: string,
  scope: MemoryScope,
): Promise<OpenedMemory> {
  if ((await workspace.stat(path)) === null) return { file: empty, version: null };
  const { bytes, version } = await workspace.read(path, { maxBytes: MAX_FILE_BYTES });
  const file = await decodeText(bytes);
  if (file !== null) return { file, version };
  throw new ToolError(
    "not-text",
    `The file of ${scopeName[scope]} is not text, so it was left alone. Tell the person to correct or delete it.`,
  );
}

const empty: TextFile = {
  text: "",
  format: {
    encoding: "utf-8",
    bom: false,
    lineEnding: "\n",
    newLineEnding: "\n",
    hasFinalNewline: true,
  },
};
