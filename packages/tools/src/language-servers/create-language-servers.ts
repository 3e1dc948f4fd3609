import {
  type Environment,
  type LanguageServers,
  type ProcessHost,
  ToolError,
  type Workspace,
} from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type {
  Diagnosis,
  LanguageServerUse,
  Problem,
  ResolvedPath,
  SourcePosition,
} from "@toolwright/core/ports";
import { watchChanges } from "./change-watch.ts";
import { checkByCommand } from "./check-by-command.ts";
import { type Checker, keyOf } from "./checker.ts";
import { CheckerFinder, type ServerSettings } from "./find-checkers.ts";
import { readTextOrNull } from "./read-text.ts";
import { renameEdits } from "./rename-edits.ts";
import { ServerPool, type ServerTurn } from "./server-pool.ts";

/** Files of a workspace that are checked in one call. */
const MAX_FILES = 5_000;
/** A check of many files ends in this time, with what it has. */
const CHECK_MS = 40_000;
const CHECKED_AT_ONCE = 4;

export interface LanguageServersOptions {
  /** Starts servers, which outlive calls. */
  readonly processes: ProcessHost;
  readonly workspace: Pick<Workspace, "roots" | "views" | "resolve">;
  /** Its PATH finds programs. */
  readonly environment: Environment;
  readonly settings?: Readonly<Record<string, ServerSettings>>;
  /** Whether new problems are told after changes. Default: true. */
  readonly checksAfterEdits?: boolean;
  /** The time for that. Default: 1,000. */
  readonly afterEditMs?: number;
  /** How long an unused server stays. Default: five minutes. */
  readonly idleMs?: number;
  /** The time for one answer of a server, which is then stopped. Default: 20,000. */
  readonly requestMs?: number;
}

/** Language servers found by name in the project and on the PATH, and those in the settings. */
export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  return new LocalLanguageServers(options);
}

interface Group {
  readonly checker: Checker;
  readonly files: Set<string>;
  /** Everything below these. */
  readonly folders: Set<string>;
}

class LocalLanguageServers implements LanguageServers {
  readonly #options: LanguageServersOptions;
  readonly #finder: CheckerFinder;
  readonly #pool: ServerPool;

  constructor(options: LanguageServersOptions) {
    const { processes, workspace, environment, settings = {}, idleMs, requestMs } = options;
    const { roots, views } = workspace;
    this.#options = options;
    this.#finder = new CheckerFinder({ roots, environment, settings, ...(views && { views }) });
    this.#pool = new ServerPool({ processes, roots, idleMs, requestMs });
  }

  starts: LanguageServers["starts"] = (paths) => {
    const checkers = paths.flatMap((path) => this.#checkersOf(path));
    const needed = checkers.filter(
      (checker) => checker.kind === "command" || !this.#pool.isDecided(checker),
    );
    return [...new Map(needed.map((checker) => [keyOf(checker), checker.run])).values()];
  };

  async diagnose(paths: readonly string[], use: LanguageServerUse): Promise<Diagnosis> {
    const { groups, unknown } = await this.#groupsOf(paths, use);
    if (groups.length === 0) throw nothingFor(unknown);
    const ends = await Promise.allSettled(groups.map((group) => this.#check(group, use)));
    const parts = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    // One program's fault doesn't hide what the others found.
    if (parts.length === 0) throw failures[0];
    const notes = unknown.map((path) => `No language server or checker is known for '${path}'.`);
    return {
      problems: parts.flatMap(({ problems }) => problems),
      checkers: groups.flatMap(({ checker }, index) =>
        ends[index]?.status === "fulfilled" ? [checker.id] : [],
      ),
      checkedFiles: parts.reduce((sum, { checkedFiles }) => sum + checkedFiles, 0),
      notes: [...notes, ...failures.map(messageOf), ...parts.flatMap((part) => part.notes)],
    };
  }

  symbolsIn: LanguageServers["symbolsIn"] = (path, use) =>
    this.#withFile(path, use, ({ server }, shown) => server.symbolsIn(shown, use.signal));

  definition: LanguageServers["definition"] = (at, use) =>
    this.#withFile(at.path, use, ({ server }, path) =>
      server.definition({ ...at, path }, use.signal),
    );

  references: LanguageServers["references"] = (at, use) =>
    this.#withFile(at.path, use, ({ server }, path) =>
      server.references({ ...at, path }, use.signal),
    );

  rename: LanguageServers["rename"] = (at: SourcePosition, newName, use) =>
    this.#withFile(at.path, use, async ({ server }, path) =>
      renameEdits(await server.rename({ ...at, path }, newName, use.signal)),
    );

  watch: LanguageServers["watch"] = (effects, use) => {
    const { processes, workspace, afterEditMs, checksAfterEdits = true } = this.#options;
    if (!checksAfterEdits) return null;
    const { finder, pool } = { finder: this.#finder, pool: this.#pool };
    return watchChanges(effects, use, { finder, pool, processes, workspace, afterEditMs });
  };

  close(): Promise<void> {
    return this.#pool.close();
  }

  #checkersOf(path: ResolvedPath): readonly Checker[] {
    if (path.isDirectory === true) return this.#finder.ofFolder(path);
    const checker = this.#finder.ofFile(path);
    return checker === null ? [] : [checker];
  }

  async #groupsOf(
    paths: readonly string[],
    { workspace }: LanguageServerUse,
  ): Promise<{ readonly groups: readonly Group[]; readonly unknown: readonly string[] }> {
    const groups = new Map<string, Group>();
    const unknown: string[] = [];
    for (const path of paths) {
      const resolved = await workspace.resolve(path);
      const checkers = this.#checkersOf(resolved);
      if (checkers.length === 0) unknown.push(resolved.displayPath);
      for (const checker of checkers) {
        const group = groups.get(keyOf(checker)) ?? {
          checker,
          files: new Set(),
          folders: new Set(),
        };
        groups.set(keyOf(checker), group);
        (resolved.isDirectory === true ? group.folders : group.files).add(resolved.realPath);
      }
    }
    return { groups: [...groups.values()], unknown };
  }

  async #check(group: Group, use: LanguageServerUse): Promise<Omit<Diagnosis, "checkers">> {
    const { checker } = group;
    if (checker.kind === "server") {
      return this.#pool.use(checker, use, (turn) => checkByServer(group, turn, use));
    }
    const asked = [...group.files, ...group.folders];
    const found = await checkByCommand(checker, asked, use, this.#options.processes);
    const problems = found.filter(({ path }) => isAsked(group, path));
    return { problems, checkedFiles: group.files.size, notes: [] };
  }

  /** Shows a file's current text to its server. */
  async #withFile<T>(
    path: string,
    use: LanguageServerUse,
    work: (turn: ServerTurn, realPath: string) => Promise<T>,
  ): Promise<T> {
    const { workspace } = use;
    const resolved = await workspace.resolve(path);
    const checker = this.#finder.ofFile(resolved);
    if (checker?.kind !== "server") throw noServerFor(resolved.displayPath);
    const { bytes: _checked } = await workspace.read(path);
    return this.#pool.use(checker, use, async (turn) => {
      await turn.tree.refresh(turn.server, workspace);
      turn.server.show(resolved.realPath, await readTextOrNull(workspace, path));
      return work(turn, resolved.realPath);
    });
  }
}

async function checkByServer(
  group: Group,
  { server, tree }: ServerTurn,
  use: LanguageServerUse,
): Promise<Omit<Diagnosis, "checkers">> {
  const { workspace } = use;
  const all = await tree.refresh(server, workspace);
  const below = group.folders.size === 0 ? [] : all.filter((path) => isAsked(group, path));
  const wanted = [...new Set([...group.files, ...below])];
  const queue = wanted.slice(0, MAX_FILES);
  const deadline = AbortSignal.timeout(CHECK_MS);
  const problems: Problem[] = [];
  let checkedFiles = 0;
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (deadline.aborted) return;
      const isClosed = server.checksClosedFiles && !group.files.has(path);
      if (isClosed) server.documents.close(path);
      const text = isClosed ? null : await readTextOrNull(workspace, path);
      if (!isClosed && text === null) continue;
      problems.push(...(await server.problems(path, server.show(path, text), use.signal)));
      checkedFiles += 1;
    }
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, work));
  const left = wanted.length - checkedFiles;
  const notes = left === 0 ? [] : [`${left} of ${wanted.length} files were not checked.`];
  return { problems, checkedFiles, notes };
}

function isAsked({ files, folders }: Group, path: string): boolean {
  return files.has(path) || [...folders].some((folder) => path.startsWith(`${folder}/`));
}

function nothingFor(paths: readonly string[]): ToolError {
  return new ToolError(
    "tool-not-available",
    `No language server or checker is known for ${paths.map((path) => `'${path}'`).join(", ")}. Name source files, install a language server (such as typescript 7 or pyright) in the project, or check with a command.`,
  );
}

function noServerFor(path: string): ToolError {
  return new ToolError(
    "tool-not-available",
    `No language server is known for '${path}'. Search for the name as text instead.`,
  );
}
