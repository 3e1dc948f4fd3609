import { basename, dirname, join } from "node:path";
import type { Workspace, WorkspaceAccess } from "@toolwright/core";
import type {
  FileChange,
  OpenFile,
  ResolvedPath,
  TreeLook,
  WorkspaceSession,
} from "@toolwright/core/ports";
import type { PathOperationSeen } from "./access.ts";
import { asInfrastructure, currentContext, observe } from "./observation.ts";
import { findCallSite } from "./stack-frame.ts";

/**
 * A workspace that records every use by a tool under the real path, whether the workspace allows it or not.
 * The workspace's own work on the disk does not count.
 */
export function watchWorkspace(workspace: Workspace): Workspace {
  return {
    roots: workspace.roots,
    views: workspace.views ?? [],
    cwd: workspace.cwd,
    resolve: (path) => asInfrastructure(() => workspace.resolve(path)),
    judgeRepository: (directory) => asInfrastructure(() => workspace.judgeRepository(directory)),
    version: (path) => asInfrastructure(() => workspace.version(path)),
    findBelow: (directory, options) =>
      asInfrastructure(() => workspace.findBelow(directory, options)),
    openSession(sessionId): WorkspaceSession {
      const session = workspace.openSession(sessionId);
      return {
        openCall: (rights) => new WatchedAccess(session.openCall(rights), workspace),
        close: () => session.close(),
      };
    },
  };
}

class WatchedAccess implements WorkspaceAccess {
  readonly #access: WorkspaceAccess;
  readonly #workspace: Workspace;

  constructor(access: WorkspaceAccess, workspace: Workspace) {
    this.#access = access;
    this.#workspace = workspace;
  }

  get roots(): readonly string[] {
    return this.#access.roots;
  }

  get views(): NonNullable<WorkspaceAccess["views"]> {
    return this.#access.views ?? [];
  }

  get cwd(): string {
    return this.#access.cwd;
  }

  resolve(path: string): ReturnType<WorkspaceAccess["resolve"]> {
    return asInfrastructure(() => this.#access.resolve(path));
  }

  judgeRepository(directory: string): ReturnType<WorkspaceAccess["judgeRepository"]> {
    return asInfrastructure(() => this.#access.judgeRepository(directory));
  }

  mayRead(path: string): ReturnType<WorkspaceAccess["mayRead"]> {
    return asInfrastructure(() => this.#access.mayRead(path));
  }

  knownVersion(path: string): ReturnType<WorkspaceAccess["knownVersion"]> {
    return asInfrastructure(() => this.#access.knownVersion(path));
  }

  knownContent(path: string): ReturnType<WorkspaceAccess["knownContent"]> {
    return asInfrastructure(() => this.#access.knownContent(path));
  }

  noteRead(...values: Parameters<WorkspaceAccess["noteRead"]>): void {
    asInfrastructure(() => this.#access.noteRead(...values));
  }

  async lookBelow(directory: string): Promise<TreeLook> {
    await this.#note("lookBelow", [["inspect", directory]]);
    const look = await asInfrastructure(() => this.#access.lookBelow(directory));
    const { walk, ignoreRules } = look;
    return {
      ...(ignoreRules !== undefined && {
        ignoreRules: () => asInfrastructure(() => ignoreRules()),
      }),
      ...(walk !== undefined && {
        walk: (request) => asInfrastructure(() => walk(request)),
      }),
      readable: (paths) => asInfrastructure(() => look.readable(paths)),
      modifiedAtMs: (paths) => asInfrastructure(() => look.modifiedAtMs(paths)),
      present: (paths) => asInfrastructure(() => look.present(paths)),
    };
  }

  async stat(path: string): Promise<Awaited<ReturnType<WorkspaceAccess["stat"]>>> {
    await this.#note("stat", [["inspect", path]], true);
    return asInfrastructure(() => this.#access.stat(path));
  }

  async version(path: string): Promise<Awaited<ReturnType<WorkspaceAccess["version"]>>> {
    await this.#note("version", [["inspect", path]]);
    return asInfrastructure(() => this.#access.version(path));
  }

  async list(path: string): Promise<Awaited<ReturnType<WorkspaceAccess["list"]>>> {
    await this.#note("list", [["list", path]]);
    return asInfrastructure(() => this.#access.list(path));
  }

  async read(
    ...values: Parameters<WorkspaceAccess["read"]>
  ): Promise<Awaited<ReturnType<WorkspaceAccess["read"]>>> {
    await this.#note("read", [["read", values[0]]]);
    return asInfrastructure(() => this.#access.read(...values));
  }

  async open(path: string): Promise<OpenFile> {
    await this.#note("open", [["read", path]]);
    const file = await asInfrastructure(() => this.#access.open(path));
    return {
      size: file.size,
      read: (buffer, position) => asInfrastructure(() => file.read(buffer, position)),
      version: () => asInfrastructure(() => file.version()),
      close: () => asInfrastructure(() => file.close()),
    };
  }

  async write(
    ...values: Parameters<WorkspaceAccess["write"]>
  ): Promise<Awaited<ReturnType<WorkspaceAccess["write"]>>> {
    await this.#note("write", [["write", values[0]]]);
    return asInfrastructure(() => this.#access.write(...values));
  }

  async apply(
    changes: readonly FileChange[],
  ): Promise<Awaited<ReturnType<WorkspaceAccess["apply"]>>> {
    for (const change of changes) {
      if (change.type === "move") {
        await this.#note("apply", moveOf(change.from, change.to), true);
      } else {
        await this.#note("apply", [[change.type, change.path]], change.type === "delete");
      }
    }
    return asInfrastructure(() => this.#access.apply(changes));
  }

  async makeDirectory(path: string): Promise<boolean> {
    await this.#note("makeDirectory", [["make", path]]);
    return asInfrastructure(() => this.#access.makeDirectory(path));
  }

  async move(from: string, to: string): Promise<void> {
    await this.#note("move", moveOf(from, to), true);
    return asInfrastructure(() => this.#access.move(from, to));
  }

  async remove(...values: Parameters<WorkspaceAccess["remove"]>): Promise<void> {
    await this.#note("remove", [["delete", values[0]]], true);
    return asInfrastructure(() => this.#access.remove(...values));
  }

  async #note(
    method: string,
    uses: readonly (readonly [PathOperationSeen, string])[],
    isEntry = false,
  ): Promise<void> {
    if (currentContext() === undefined) return;
    const site = findCallSite();
    for (const [operation, path] of uses) {
      const places = await asInfrastructure(() => this.#placesOf(path, isEntry));
      if (places === null) continue;
      observe({ type: "path", operation, places, via: `workspace.${method}` }, site);
    }
  }

  /** Null if the workspace cannot resolve the path; it will then refuse the access as well. */
  async #placesOf(path: string, isEntry: boolean): Promise<[string, ...string[]] | null> {
    let resolved: ResolvedPath;
    try {
      resolved = await this.#workspace.resolve(path);
      if (!isEntry || resolved.path === resolved.realPath) return [resolved.realPath];
      const parent = await this.#workspace.resolve(dirname(resolved.path));
      return [join(parent.realPath, basename(resolved.path)), resolved.realPath];
    } catch {
      return null;
    }
  }
}

function moveOf(from: string, to: string): readonly (readonly [PathOperationSeen, string])[] {
  return [
    ["delete", from],
    ["write", to],
  ];
}
