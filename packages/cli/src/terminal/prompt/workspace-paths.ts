import type { Session, WorkspaceAccess } from "@toolwright/core";

/** Finds paths of the workspace for completion. */
export interface PathFinder {
  /**
   * Up to 50 paths that begin with the typed text. Folders end with `/`; hidden names are included only
   * after a typed dot. Empty for a path that is outside, missing or not readable. Never rejects.
   */
  find(typed: string, signal: AbortSignal): Promise<readonly string[]>;
  close(): void;
}

const maxPaths = 50;

/** Creates a finder that sees only names, and only inside the workspace's roots. */
export function createPathFinder(workspace: Session["workspace"]): PathFinder {
  const session = workspace.openSession("path-completion");
  return {
    async find(typed, signal) {
      const access = session.openCall({
        permit: (operation, { root }) => operation === "read" && root !== null,
        isReadable: () => true,
        isRevoked: () => signal.aborted,
      });
      try {
        return await pathsBelow(access, typed);
      } catch {
        // The folder doesn't exist or is outside the workspace.
        return [];
      }
    },
    close: () => session.close(),
  };
}

async function pathsBelow(access: WorkspaceAccess, typed: string): Promise<readonly string[]> {
  const slash = typed.lastIndexOf("/") + 1;
  const folder = typed.slice(0, slash);
  const begun = typed.slice(slash);
  const wanted = begun.toLowerCase();
  const entries = await access.list(folder === "" ? "." : folder);
  return (
    entries
      .filter(({ name }) => name.toLowerCase().startsWith(wanted))
      .filter(({ name }) => !name.startsWith(".") || begun.startsWith("."))
      // A name with a line end or an escape in it can't be typed.
      .filter(({ name }) => !/\p{Cc}/u.test(name))
      .map(({ name, kind }) => folder + name + (kind === "directory" ? "/" : ""))
      .sort((a, b) => (a < b ? -1 : 1))
      .slice(0, maxPaths)
  );
}
