import type { Effect, ProcessHost, Workspace } from "@toolwright/core";
import { isPathChange, problemsBeyond, unknownPart } from "@toolwright/core/internal";
import type { ChangeWatch, LanguageServerUse, Problem } from "@toolwright/core/ports";
import { keyOf, type ServerProgram } from "./checker.ts";
import type { CheckerFinder } from "./find-checkers.ts";
import { findImporters } from "./importers.ts";
import type { LanguageServer } from "./language-server.ts";
import { readTextOrNull } from "./read-text.ts";
import type { ServerPool } from "./server-pool.ts";

/** Problems are told within this time after a change, or not at all. */
const AFTER_EDIT_MS = 1_000;
/** A call that changes more files gets no report. */
const MAX_CHANGED = 20;
const MAX_IMPORTERS = 25;

export interface WatchOptions {
  readonly finder: CheckerFinder;
  readonly pool: ServerPool;
  readonly processes: ProcessHost;
  readonly workspace: Pick<Workspace, "resolve">;
  /** Default: a second. */
  readonly afterEditMs?: number | undefined;
}

/** The files of a server that a call may change, with their texts before it; null for no file. */
interface Watched {
  readonly program: ServerProgram;
  readonly before: Map<string, string | null>;
}

/** Keeps the texts of files that a call may change. Null if no server could tell what the changes break. */
export async function watchChanges(
  effects: readonly Effect[],
  use: LanguageServerUse,
  options: WatchOptions,
): Promise<ChangeWatch | null> {
  const watched = new Map<string, Watched>();
  const add = async (program: ServerProgram, path: string): Promise<void> => {
    const group = watched.get(keyOf(program)) ?? { program, before: new Map() };
    watched.set(keyOf(program), group);
    group.before.set(path, await readTextOrNull(use.workspace, path));
  };
  const changed = effects.filter(isPathChange);
  if (changed.length > MAX_CHANGED) return null;
  for (const { realPath, path } of changed) {
    const place = realPath ?? path;
    if (!options.finder.knows(place)) continue;
    const checker = options.finder.ofFile(await options.workspace.resolve(place));
    if (checker?.kind !== "server") continue;
    if (options.pool.isDecided(checker) || use.mayStart(checker.run)) await add(checker, place);
  }
  if (effects.some((effect) => unknownPart(effect) !== null)) {
    // A command may change any file. The open ones are those that the session works on.
    for (const server of options.pool.running) {
      for (const path of server.documents.paths) await add(server.program, path);
    }
  }
  if (watched.size === 0) return null;
  return {
    async newProblems(later) {
      const signal = AbortSignal.any([
        later.signal,
        AbortSignal.timeout(options.afterEditMs ?? AFTER_EDIT_MS),
      ]);
      const found = await Promise.all(
        Array.from(watched.values(), (group) => {
          const none = new Promise<readonly Problem[]>((resolve) => {
            signal.addEventListener("abort", () => resolve([]), { once: true });
          });
          return Promise.race([
            compare(group, { ...later, signal }, options).catch(() => []),
            none,
          ]);
        }),
      );
      return found.flat();
    },
  };
}

async function compare(
  { program, before }: Watched,
  use: LanguageServerUse,
  { pool, processes }: WatchOptions,
): Promise<readonly Problem[]> {
  const after = new Map<string, string | null>();
  for (const [path, old] of before) {
    const text = await readTextOrNull(use.workspace, path);
    if (text !== old) after.set(path, text);
  }
  if (after.size === 0) return [];
  const changed = [...after.keys()];
  const importers = await findImporters(changed, program, use, processes);
  return pool.use(program, use, async ({ server }) => {
    const others = importers.slice(0, MAX_IMPORTERS);
    server.noteChanges(
      changed.map((path) => ({ path, type: changeOf(before.get(path), after.get(path)) })),
    );
    const now = await problemsOf(server, after, others, use);
    const broken = now.filter(({ severity }) => severity !== "information");
    if (broken.length === 0) return [];
    // What the files said before is asked only now that it matters.
    const brokenOthers = others.filter((path) => broken.some((problem) => problem.path === path));
    const known = new Map([...before].filter(([path, text]) => after.has(path) && text !== null));
    try {
      const then = await problemsOf(server, known, brokenOthers, use);
      return problemsBeyond(then, broken);
    } finally {
      for (const [path, text] of after) server.show(path, text);
    }
  });
}

function changeOf(
  before: string | null | undefined,
  after: string | null | undefined,
): "created" | "changed" | "deleted" {
  if (after === null || after === undefined) return "deleted";
  return before === null || before === undefined ? "created" : "changed";
}

/** Shows the server these texts, and asks what it thinks of them and of other files. */
async function problemsOf(
  server: LanguageServer,
  texts: ReadonlyMap<string, string | null>,
  others: readonly string[],
  { signal, workspace }: LanguageServerUse,
): Promise<readonly Problem[]> {
  const asked: (readonly [path: string, version: number | null])[] = [];
  for (const [path, text] of texts) {
    const version = server.show(path, text);
    if (text !== null) asked.push([path, version]);
  }
  for (const path of others) {
    if (server.checksClosedFiles && server.documents.textOf(path) === undefined) {
      asked.push([path, null]);
      continue;
    }
    const text = await readTextOrNull(workspace, path);
    if (text !== null) asked.push([path, server.show(path, text)]);
  }
  const found: Problem[] = [];
  for (const [path, version] of asked)
    found.push(...(await server.problems(path, version, signal)));
  return found;
}
