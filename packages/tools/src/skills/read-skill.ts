import { join, relative } from "node:path";
import { type Skill, ToolError, type WorkspaceAccess } from "@toolwright/core";
import { bodyOf, digestOf } from "@toolwright/workspace/internal";

/** More are only counted, because a model reads the list. */
const MAX_FILES = 100;
const MAX_DIRECTORIES = 200;
const MAX_SKILL_BYTES = 1024 * 1024;

/** A file of a skill, relative to its folder. */
export interface SkillFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface ReadSkill {
  /** The instructions, without the front matter. */
  readonly body: string;
  readonly files: readonly SkillFile[];
  /** False if there are more files. */
  readonly isWhole: boolean;
}

/**
 * Reads a skill's instructions and lists its other files, without hidden ones, links and those that need approval.
 *
 * Errors: `file-changed` if the instructions aren't the ones that were found, those of `WorkspaceAccess.read`.
 */
export async function readSkill(
  skill: Skill,
  workspace: WorkspaceAccess,
  signal: AbortSignal,
): Promise<ReadSkill> {
  const { bytes } = await workspace.read(skill.file, { maxBytes: MAX_SKILL_BYTES });
  if (digestOf(bytes) !== skill.digest) {
    throw new ToolError(
      "file-changed",
      `The skill '${skill.name}' changed a moment ago. Load it again.`,
    );
  }
  const body = bodyOf(Buffer.from(bytes).toString()).trim();
  return { body, ...(await filesOf(skill, workspace, signal)) };
}

async function filesOf(
  { directory, file }: Skill,
  workspace: WorkspaceAccess,
  signal: AbortSignal,
): Promise<Pick<ReadSkill, "files" | "isWhole">> {
  const files: SkillFile[] = [];
  const waiting = [directory];
  for (let visited = 0; visited < waiting.length; visited += 1) {
    signal.throwIfAborted();
    const at = waiting[visited] ?? directory;
    for (const { name, kind } of await entriesOf(at, workspace)) {
      const path = join(at, name);
      if (path === file) continue;
      if (files.length >= MAX_FILES || waiting.length > MAX_DIRECTORIES) {
        return { files, isWhole: false };
      }
      if (!(await workspace.mayRead(path))) continue;
      if (kind === "directory") waiting.push(path);
      else {
        const size = (await workspace.stat(path))?.size ?? 0;
        files.push({ path: relative(directory, path), size });
      }
    }
  }
  return { files, isWhole: true };
}

async function entriesOf(path: string, workspace: WorkspaceAccess) {
  return (await workspace.list(path))
    .filter(({ name, kind }) => !name.startsWith(".") && name !== "node_modules" && kind !== "link")
    .filter(({ kind }) => kind === "file" || kind === "directory")
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
