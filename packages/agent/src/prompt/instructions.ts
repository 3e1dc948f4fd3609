import { dirname, join } from "node:path/posix";
import type { Workspace, WorkspaceAccess } from "@toolwright/core";
import type { ResolvedPath } from "@toolwright/core/ports";
import { instructionNames } from "@toolwright/workspace/internal";

/** What a project tells agents. The path is relative to its root. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** Longer files are cut: every request carries them. */
const maxBytes = 32_768;
/** Of one folder, with imported files. */
const maxFiles = 10;

export interface InstructionOptions {
  /** Relative to the working folder. Default: the working folder. */
  readonly folder?: string;
  /** Whether the policy allows reading a file without approval. Default: every file of the workspace. */
  readonly mayRead?: (path: ResolvedPath) => boolean;
}

/**
 * Reads the instruction files of a folder, each text once, and the files of the workspace that they import in a line `@path`. The host
 * decides whether the project is trusted. A file that can't be read, or is a link that leads out of the workspace, is
 * left out.
 */
export async function readInstructions(
  workspace: Workspace,
  { folder = ".", mayRead = () => true }: InstructionOptions = {},
): Promise<readonly InstructionFile[]> {
  const session = workspace.openSession("instructions");
  try {
    const access = session.openCall({
      permit: (operation, path) =>
        operation === "inspect" || (operation === "read" && mayRead(path)),
      isReadable: mayRead,
      isRevoked: () => false,
    });
    const waiting = instructionNames.map((name) => join(folder, name));
    const found = new Map<string, InstructionFile>();
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (found.size >= maxFiles) break;
      const file = found.has(path) ? null : await fileAt(path, access);
      if (file === null || Array.from(found.values()).some(({ text }) => text === file.text)) {
        continue;
      }
      found.set(path, file);
      waiting.unshift(...importsOf(file));
    }
    return [...found.values()];
  } finally {
    session.close();
  }
}

async function fileAt(path: string, access: WorkspaceAccess): Promise<InstructionFile | null> {
  try {
    const { root, displayPath } = await access.resolve(path);
    if (root === null) return null;
    const { bytes } = await access.read(path);
    const text = new TextDecoder().decode(bytes.subarray(0, maxBytes));
    if (text.trim() === "") return null;
    const rest = bytes.length > maxBytes ? `\n[The rest of ${displayPath} is left out.]` : "";
    return { path: displayPath, text: text + rest };
  } catch {
    return null;
  }
}

/** The paths that a file imports, as Claude Code and Gemini CLI know it: a line of its own. */
function importsOf({ path, text }: InstructionFile): readonly string[] {
  return Array.from(text.matchAll(/^[-*]?[ \t]*@([^\s@]+)[ \t]*$/gmu), ([, imported = ""]) =>
    join(dirname(path), imported),
  );
}
