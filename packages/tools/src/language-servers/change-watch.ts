import type { Effect, ProcessHost, Workspace } from "@toolwright/core";
import { isPathChange, problemsBeyond, unknownPart } from "@toolwright/core/internal";
import type { ChangeWatch, LanguageServerUse, Problem } from "@toolwright/core/ports";
import { keyOf, type ServerProgram } from "./checker.ts";
import type { CheckerFinder } from "./find-checkers.ts";
import { changedWords, findImporters, likelyBrokenFirst } from "./importers.ts";
import type { FileChangeType, LanguageServer } from "./language-server.ts";
import { readTextOrNull } from "./read-text.ts";
import type { ServerPool } from "./server-pool.ts";

/** Problems are told within this time after a change, or not at all. */
const AFTER_EDIT_MS = 1_000;
/** The part of this time for the new texts; the rest is for the old ones. */
const FIRST_LOOK = 0.65;
const SPARE_MS = 100;
const ASKED_AT_ONCE = 3;
/** A call that changes more files gets no report. */
const MAX_CHANGED = 20;
const MAX_IMPORTERS = 15;

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
      const limitMs = options.afterEditMs ?? AFTER_EDIT_MS;
      const found = await Promise.all(
        Array.from(watched.values(), (group) =>
          // A server that doesn't even start in time has nothing to say.
          Promise.race([compare(group, later, { ...options, limitMs }), nothingAfter(limitMs)]),
        ),
      );
      return found.flat();
    },
  };
}

function nothingAfter(limitMs: number): Promise<readonly Problem[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([]), limitMs + SPARE_MS).unref();
  });
}

/** The new problems of the files that were checked in time. Never rejects. */
async function compare(
  { program, before }: Watched,
  use: LanguageServerUse,
  { pool, processes, limitMs }: WatchOptions & { readonly limitMs: number },
): Promise<readonly Problem[]> {
  const withinMs = (ms: number): LanguageServerUse => ({
    ...use,
    signal: AbortSignal.any([use.signal, AbortSignal.timeout(ms)]),
  });
  const first = withinMs(limitMs * FIRST_LOOK);
  const second = withinMs(limitMs);
  try {
    const after = await changesSince(before, use);
    if (after.size === 0) return [];
    const changed = [...after.keys()];
    const words = changed.flatMap((path) => changedWords(before.get(path), after.get(path)));
    const found = await findImporters(changed, program, first, processes);
    const importers = await likelyBrokenFirst(
      found,
      { changed, words: new Set(words) },
      first.workspace,
    );
    return await pool.use(program, second, async ({ server }) => {
      server.noteChanges(
        changed.map((path) => ({ path, type: changeOf(before.get(path), after.get(path)) })),
      );
      const now = await problemsOf(server, after, importers.slice(0, MAX_IMPORTERS), first);
      const broken = new Map([...now].filter(([, problems]) => problems.some(isBad)));
      if (broken.size === 0) return [];
      // What the files said before is asked only now that it matters.
      const known = new Map([...before].filter(([path, text]) => after.has(path) && text !== null));
      const others = [...broken.keys()].filter((path) => !after.has(path));
      try {
        const then = await problemsOf(server, known, others, second);
        return [...broken].flatMap(([path, problems]) => {
          const earlier = before.get(path) === null ? [] : then.get(path);
          return earlier === undefined ? [] : problemsBeyond(earlier, problems);
        });
      } finally {
        for (const [path, text] of after) server.show(path, text);
      }
    });
  } catch {
    return [];
  }
}

async function changesSince(
  before: ReadonlyMap<string, string | null>,
  { workspace }: LanguageServerUse,
): Promise<ReadonlyMap<string, string | null>> {
  const after = new Map<string, string | null>();
  for (const [path, old] of before) {
    const text = await readTextOrNull(workspace, path);
    if (text !== old) after.set(path, text);
  }
  return after;
}

function isBad({ severity }: Problem): boolean {
  return severity !== "information";
}

function changeOf(
  before: string | null | undefined,
  after: string | null | undefined,
): FileChangeType {
  if (after === null || after === undefined) return "deleted";
  return before === null || before === undefined ? "created" : "changed";
}

/** A file, and the version of its text if it was just shown. */
type Asked = readonly [path: string, version: number | null];

/** Shows the server these texts, and asks about them and other files. Files that take too long are left out. */
async function problemsOf(
  server: LanguageServer,
  texts: ReadonlyMap<string, string | null>,
  others: readonly string[],
  { signal, workspace }: LanguageServerUse,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const found = new Map<string, readonly Problem[]>();
  const queue: Asked[] = [];
  for (const [path, text] of texts) {
    const version = server.show(path, text);
    if (text !== null) queue.push([path, version]);
  }
  for (const path of others) {
    const isOpen = server.documents.textOf(path) !== undefined;
    const text = await readTextOrNull(workspace, path);
    if (text === null) continue;
    queue.push([path, server.checksClosedFiles && !isOpen ? null : server.show(path, text)]);
  }
  const work = async (part: Asked[]): Promise<void> => {
    for (let next = part.shift(); next !== undefined && !signal.aborted; next = part.shift()) {
      const [path, version] = next;
      try {
        found.set(path, await server.problems(path, version, signal));
      } catch (thrown) {
        if (!signal.aborted) throw thrown;
      }
    }
  };
  // A server that sends diagnostics by itself knows the others once it has seen what was just shown.
  for (const part of [
    queue.filter(([, version]) => version !== null),
    queue.filter(([, version]) => version === null),
  ]) {
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => work(part)));
  }
  return found;
}
