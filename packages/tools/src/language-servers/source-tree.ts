import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { join } from "node:path";
import { extensionOf, type ServerProgram } from "./checker.ts";
import type { FileChangeType, LanguageServer } from "./language-server.ts";

/** More files take longer to look at than a server is worth waiting for. */
const MAX_FILES = 50_000;

/** Files that change how a project is checked. */
const configuration =
  /^(?:package\.json|[jt]sconfig.*\.json|pyproject\.toml|pyrightconfig\.json|setup\.cfg|go\.(?:mod|sum|work)|Cargo\.(?:toml|lock)|compile_commands\.json)$/;

/**
 * The files that a server looks at, to tell it what changed on the disk. A server in a sandbox can't watch
 * them reliably, and a watcher of ours would cost every session.
 */
export class SourceTree {
  readonly #program: ServerProgram;
  /** By path; null before the first look. */
  #seen: ReadonlyMap<string, number> | null = null;
  #packages: ReadonlySet<string> = new Set();

  constructor(program: ServerProgram) {
    this.#program = program;
  }

  /**
   * Tells the server what has changed since the last look. Returns the source files, sorted; none where the call
   * may not look.
   */
  async refresh(server: LanguageServer, workspace: WorkspaceAccess): Promise<readonly string[]> {
    const now = await this.#look(workspace);
    if (now === null) return [];
    const packages = await this.#installed(workspace);
    if (this.#seen !== null) {
      const installed = [...changesBetween(asMap(this.#packages), asMap(packages))];
      server.noteChanges([...changesBetween(this.#seen, now), ...installed]);
    }
    this.#seen = now;
    this.#packages = packages;
    return [...now.keys()]
      .filter((path) => extensionOf(path) in this.#program.languages)
      .toSorted();
  }

  async #look(workspace: WorkspaceAccess): Promise<ReadonlyMap<string, number> | null> {
    const { folder, languages } = this.#program;
    const found: string[] = [];
    try {
      const look = await workspace.lookBelow(folder);
      await look.walk?.({
        without: new Set([".git", "node_modules", ".venv"]),
        heedsIgnoreFiles: true,
        maxDepth: null,
        isWanted: (name) => extensionOf(`/${name}`) in languages || configuration.test(name),
        take(directory, names) {
          for (const name of names) found.push(directory === "" ? name : `${directory}/${name}`);
          return found.length < MAX_FILES;
        },
        isOver: () => found.length >= MAX_FILES,
      });
      const times = await look.modifiedAtMs(found);
      return new Map(
        found.flatMap((path, index) => {
          const time = times[index] ?? null;
          return time === null ? [] : [[join(folder, path), time] as const];
        }),
      );
    } catch (thrown) {
      if (ToolError.isInstance(thrown)) return null;
      throw thrown;
    }
  }

  /** The manifests of installed packages, by which a server notices an installation. */
  async #installed(workspace: WorkspaceAccess): Promise<ReadonlySet<string>> {
    const modules = join(this.#program.folder, "node_modules");
    try {
      const names = (await workspace.list(modules)).map(({ name }) => name);
      const scoped = await Promise.all(
        names
          .filter((name) => name.startsWith("@"))
          .map(async (scope) =>
            (await workspace.list(join(modules, scope))).map(({ name }) => `${scope}/${name}`),
          ),
      );
      const plain = names.filter((name) => !/^[.@]/.test(name));
      return new Set(
        [...plain, ...scoped.flat()].map((name) => join(modules, name, "package.json")),
      );
    } catch (thrown) {
      if (ToolError.isInstance(thrown)) return new Set();
      throw thrown;
    }
  }
}

function asMap(paths: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map([...paths].map((path) => [path, 0]));
}

function changesBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly { readonly path: string; readonly type: FileChangeType }[] {
  const changed = [...after].flatMap(([path, time]) => {
    const old = before.get(path);
    if (old === time) return [];
    return [{ path, type: old === undefined ? ("created" as const) : ("changed" as const) }];
  });
  const deleted = [...before.keys()].flatMap((path) =>
    after.has(path) ? [] : [{ path, type: "deleted" as const }],
  );
  return [...changed, ...deleted];
}
