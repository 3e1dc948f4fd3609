import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type FindInstructions, type InstructionFile, readInstructions } from "@toolwright/agent";
import type { Session } from "@toolwright/core";
import type { ResolvedPath } from "@toolwright/core/ports";
import { isOfProject } from "@toolwright/workspace/internal";
import type { Places } from "../places.ts";

const maxOwnBytes = 32_768;

/** The instruction files of the working folder that the policy allows to read. */
export function projectInstructions(session: Session): Promise<readonly InstructionFile[]> {
  return readInstructions(session.workspace, { mayRead: mayReadIn(session) });
}

/**
 * Finds the instruction files of folders below the project's root, each folder once. Those that git ignores, such as
 * in `node_modules`, and other repositories belong to somebody else: they have none.
 */
export function findNested(session: Session): FindInstructions {
  const { workspace } = session;
  const { cwd, roots, views } = workspace;
  const root = roots.find((each) => isWithin(cwd, each));
  const known = new Set([cwd]);
  return async (realPaths) => {
    if (root === undefined) return [];
    const folders = realPaths.flatMap((path) => foldersTo(path, root));
    const found: InstructionFile[] = [];
    for (const folder of folders) {
      if (known.has(folder)) continue;
      known.add(folder);
      if (!isOfProject(root, folder, views)) continue;
      found.push(...(await readInstructions(workspace, { folder, mayRead: mayReadIn(session) })));
    }
    return found;
  };
}

/** The folders from the root to a path, with it; none for a path outside. */
function foldersTo(path: string, root: string): readonly string[] {
  if (!isWithin(path, root)) return [];
  const folders = [root];
  for (let at = path; at !== root; at = dirname(at)) folders.splice(1, 0, at);
  return folders;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether the policy allows the session's agent to read a file without approval. */
function mayReadIn({ policy, agent, labels }: Session): (path: ResolvedPath) => boolean {
  return ({ path, realPath, root }) => {
    const effects = [
      { type: "read", path, realPath, ...(root === null && { isOutside: true }) },
    ] as const;
    const asked = { effects, tool: "instructions", agent: agent.name, labels: labels?.context };
    return policy.decide(asked).decision === "allow";
  };
}

/** The person's own instructions for every project: `AGENTS.md` beside their settings. */
export function ownInstructions({ configDirectory, ignoresUser }: Places): InstructionFile | null {
  const path = join(configDirectory, "AGENTS.md");
  try {
    if (ignoresUser === true || !lstatSync(path).isFile()) return null;
    const bytes = readFileSync(path);
    const text = bytes.subarray(0, maxOwnBytes).toString("utf8");
    if (text.trim() === "") return null;
    const rest = bytes.length > maxOwnBytes ? "\n[The rest is left out.]" : "";
    return { path, text: text + rest };
  } catch {
    // A missing or unreadable file tells nothing.
    return null;
  }
}
