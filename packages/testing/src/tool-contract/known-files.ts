import type { Workspace, WorkspaceAccess } from "@toolwright/core";
import type { WorkspaceSession } from "@toolwright/core/ports";
import type { FixtureEntry, FixtureFiles } from "../fixture-files.ts";

/** The workspace, whose sessions have read these files once `ready` has resolved. */
export function withKnownFiles(
  workspace: Workspace,
  files: FixtureFiles,
): { readonly workspace: Workspace; readonly ready: () => Promise<unknown> } {
  const reading: Promise<void>[] = [];
  const paths = Object.keys(files).filter((path) => isContent(files[path]));
  return {
    ready: () => Promise.all(reading),
    workspace: {
      roots: workspace.roots,
      cwd: workspace.cwd,
      resolve: (path) => workspace.resolve(path),
      judgeRepository: (directory) => workspace.judgeRepository(directory),
      version: (path) => workspace.version(path),
      findBelow: (directory, options) => workspace.findBelow(directory, options),
      openSession(sessionId): WorkspaceSession {
        const session = workspace.openSession(sessionId);
        const access = session.openCall({
          permit: () => true,
          isReadable: () => true,
          isRevoked: () => false,
        });
        reading.push(...paths.map((path) => noteRead(access, path)));
        return session;
      },
    },
  };
}

async function noteRead(access: WorkspaceAccess, path: string): Promise<void> {
  try {
    access.noteRead(path, (await access.read(path)).version);
  } catch {
    // The world may lack a file of the directory; the session has then not read it.
  }
}

function isContent(entry: FixtureEntry | undefined): boolean {
  return typeof entry === "string" || entry instanceof Uint8Array;
}
