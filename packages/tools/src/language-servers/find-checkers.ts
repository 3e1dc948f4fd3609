import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, relative, resolve } from "node:path";
import type { Environment } from "@toolwright/core";
import { placeIn, type ResolvedPath, type View } from "@toolwright/core/ports";
import { type Checker, extensionOf } from "./checker.ts";
import {
  type KnownCommand,
  knownCommands,
  type KnownServer,
  knownServers,
  type ProgramChoice,
} from "./known-programs.ts";

/** A language server in the settings. */
export interface ServerSettings {
  /** The program; a known server's own if absent. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** With the full stop: `.vue`. */
  readonly extensions?: readonly string[];
  readonly rootMarkers?: readonly string[];
  readonly initializationOptions?: unknown;
  /** False: never started. */
  readonly enabled?: boolean;
}

export interface CheckerPlaces {
  /** Real paths. */
  readonly roots: readonly string[];
  readonly views?: readonly View[];
  /** Its PATH finds programs. */
  readonly environment: Environment;
  readonly settings: Readonly<Record<string, ServerSettings>>;
}

/** Directories of a project in which its own programs are. */
const projectPrograms = ["node_modules/.bin", ".venv/bin", "venv/bin"];

/** Finds the checkers of files and folders by the names of programs and project files. Never throws. */
export class CheckerFinder {
  readonly #places: CheckerPlaces;
  readonly #servers: readonly KnownServer[];

  constructor(places: CheckerPlaces) {
    this.#places = places;
    this.#servers = withSettings(places.settings);
  }

  /** Whether any file with this extension may have a checker. */
  knows(path: string): boolean {
    const extension = extensionOf(path);
    return [...this.#servers, ...knownCommands].some(({ languages }) => extension in languages);
  }

  /** The checker of a file; null if there is none. */
  ofFile({ realPath, root }: Pick<ResolvedPath, "realPath" | "root">): Checker | null {
    if (root === null) return null;
    const extension = extensionOf(realPath);
    const isFor = ({ languages }: KnownServer | KnownCommand): boolean => extension in languages;
    return this.#first(isFor, dirname(realPath), root);
  }

  /** The checkers of the projects that a folder belongs to: one for each set of languages. */
  ofFolder({ realPath, root }: Pick<ResolvedPath, "realPath" | "root">): readonly Checker[] {
    if (root === null) return [];
    const found: Checker[] = [];
    for (const known of [...this.#servers, ...knownCommands]) {
      const isServed = found.some(({ languages }) =>
        Object.keys(known.languages).some((extension) => extension in languages),
      );
      if (isServed || this.#markedFolder(known.rootMarkers, realPath, root) === null) continue;
      const checker = this.#first((other) => other === known, realPath, root);
      if (checker !== null) found.push(checker);
    }
    return found;
  }

  #first(
    isWanted: (known: KnownServer | KnownCommand) => boolean,
    directory: string,
    root: string,
  ): Checker | null {
    for (const known of this.#servers.filter(isWanted)) {
      const checker = this.#serverAt(known, directory, root);
      if (checker !== null) return checker;
    }
    for (const known of knownCommands.filter(isWanted)) {
      const checker = this.#commandAt(known, directory, root);
      if (checker !== null) return checker;
    }
    return null;
  }

  #serverAt(known: KnownServer, directory: string, root: string): Checker | null {
    const marked = known.startsAtMarker === true ? known.rootMarkers : [];
    const folder = this.#markedFolder(marked, directory, root) ?? root;
    const words = this.#wordsOf(known.programs, directory, root, folder);
    if (words === null) return null;
    return {
      kind: "server",
      id: known.id,
      run: { type: "run", program: words[0] ?? "", words, cwd: folder, specified: false },
      folder,
      languages: known.languages,
      checksClosedFiles: known.checksClosedFiles === true && words[1] === "--lsp",
      initializationOptions: known.initializationOptions,
    };
  }

  /** A command runs where its project is. */
  #commandAt(known: KnownCommand, directory: string, root: string): Checker | null {
    const folder = this.#markedFolder(known.rootMarkers, directory, root);
    if (folder === null) return null;
    const words = this.#wordsOf(known.programs, directory, root, folder);
    if (words === null) return null;
    return {
      kind: "command",
      id: known.id,
      run: { type: "run", program: words[0] ?? "", words, cwd: folder, specified: false },
      folder,
      languages: known.languages,
      format: known.format,
      takesPaths: known.takesPaths === true,
    };
  }

  /** The outermost folder, from the root down to the directory, that has one of the markers. */
  #markedFolder(markers: readonly string[], directory: string, root: string): string | null {
    if (markers.length === 0) return null;
    const folders = [...ancestors(directory, root)].toReversed();
    return folders.find((folder) => markers.some((name) => this.#has(join(folder, name)))) ?? null;
  }

  /** The words that start the first program that is there: the project's own, otherwise one on the PATH. */
  #wordsOf(
    choices: readonly ProgramChoice[],
    directory: string,
    root: string,
    cwd: string,
  ): readonly string[] | null {
    for (const choice of choices) {
      const path = this.#inProject(choice, directory, root, cwd);
      if (path !== null) return [path, ...choice.arguments];
    }
    const folders = (this.#places.environment.get("PATH") ?? "").split(delimiter);
    const found = choices.find((choice) =>
      folders.some(
        (folder) => folder !== "" && this.#isUsable(join(folder, choice.program), choice),
      ),
    );
    return found === undefined ? null : [found.program, ...found.arguments];
  }

  /** The project's own program, or one that is given by its path; as a command would name it. */
  #inProject(choice: ProgramChoice, directory: string, root: string, cwd: string): string | null {
    const { program } = choice;
    if (/[/\\]/.test(program)) {
      return this.#isUsable(resolve(cwd, program), choice) ? program : null;
    }
    for (const folder of ancestors(directory, root)) {
      for (const programs of projectPrograms) {
        const path = join(folder, programs, program);
        if (!this.#isUsable(path, choice)) continue;
        const below = relative(cwd, path);
        return below.startsWith("..") ? path : below;
      }
    }
    return null;
  }

  #isUsable(path: string, { sinceMajor }: ProgramChoice): boolean {
    const place = this.#place(path);
    if (!isProgram(place)) return false;
    return sinceMajor === undefined || (majorVersionOf(place) ?? 0) >= sinceMajor;
  }

  #has(path: string): boolean {
    return existsSync(this.#place(path));
  }

  #place(path: string): string {
    return placeIn(this.#places.views, path);
  }
}

/** The known servers with what the settings change, and the settings' own first. */
function withSettings(settings: Readonly<Record<string, ServerSettings>>): readonly KnownServer[] {
  const own = Object.entries(settings).flatMap(([id, server]): readonly KnownServer[] => {
    const known = knownServers.find((each) => each.id === id);
    const { command, args = [], extensions, rootMarkers, initializationOptions } = server;
    if (server.enabled === false || (command === undefined && known === undefined)) return [];
    const languages = Object.fromEntries(
      (extensions ?? []).map((name) => [name.toLowerCase(), name.slice(1)]),
    );
    return [
      {
        ...known,
        id,
        languages: extensions === undefined ? (known?.languages ?? {}) : languages,
        rootMarkers: rootMarkers ?? known?.rootMarkers ?? [],
        programs:
          command === undefined ? (known?.programs ?? []) : [{ program: command, arguments: args }],
        ...(rootMarkers !== undefined && { startsAtMarker: true }),
        ...(initializationOptions !== undefined && { initializationOptions }),
      },
    ];
  });
  return [...own, ...knownServers.filter(({ id }) => settings[id] === undefined)];
}

/** A directory and those above it, up to the root. */
function* ancestors(directory: string, root: string): Generator<string> {
  let folder = directory;
  for (;;) {
    yield folder;
    if (folder === root || dirname(folder) === folder) return;
    folder = dirname(folder);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The major version of the npm package that a program belongs to; null if that is unknown. */
function majorVersionOf(program: string): number | null {
  try {
    const real = realpathSync(program);
    // Some package managers put a script there in place of a link.
    const isScript = basename(dirname(real)) === ".bin";
    let folder = isScript ? join(dirname(real), "..", "typescript") : dirname(real);
    while (!existsSync(join(folder, "package.json"))) {
      if (dirname(folder) === folder) return null;
      folder = dirname(folder);
    }
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly version?: unknown;
    };
    return typeof version === "string" ? Number.parseInt(version, 10) : null;
  } catch {
    return null;
  }
}
