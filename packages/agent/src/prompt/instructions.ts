import type { Workspace, WorkspaceAccess } from "@toolwright/core";

/** What a project tells agents. The path is relative to its root. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** The names that agents look for. A file that repeats another one counts once. */
const names = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];

/** Longer files are cut: every request carries them. */
const maxBytes = 32_768;

/**
 * Reads the instruction files at the workspace's working folder. The host decides whether the folder is trusted.
 * A file that can't be read, or is a link that leads out of the workspace, is left out.
 */
export async function readInstructions(workspace: Workspace): Promise<readonly InstructionFile[]> {
  const session = workspace.openSession("instructions");
  try {
    const access = session.openCall({
      permit: (operation) => operation === "read" || operation === "inspect",
      isReadable: () => true,
      isRevoked: () => false,
    });
    const found: InstructionFile[] = [];
    for (const name of names) {
      const text = await textOf(name, access);
      if (text !== null && found.every((file) => file.text !== text)) {
        found.push({ path: name, text });
      }
    }
    return found;
  } finally {
    session.close();
  }
}

async function textOf(path: string, access: WorkspaceAccess): Promise<string | null> {
  try {
    const { root } = await access.resolve(path);
    if (root === null) return null;
    const { bytes } = await access.read(path);
    const text = new TextDecoder().decode(bytes.subarray(0, maxBytes));
    if (text.trim() === "") return null;
    return bytes.length > maxBytes ? `${text}\n[The rest of ${path} is left out.]` : text;
  } catch {
    return null;
  }
}
