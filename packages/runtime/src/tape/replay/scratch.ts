import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TapeContent, TapedState, TapeFile } from "../tape.ts";
import { TapeError } from "../tape-error.ts";

/** The text of a content with this machine's folders, and values in place of secrets. */
export type FillIn = (text: string) => string;

const prefix = "«root»";

/** A folder of its own with the tape's files, which stands for the workspace. It is deleted at the end. */
export class Scratch implements Disposable {
  /** Stands for the workspace. */
  readonly directory: string;
  /** Takes what a session stores. */
  readonly state: string;
  readonly #base: string;
  readonly #contents: ReadonlyMap<string, TapeContent>;
  #fillIn: FillIn = (text) => text;
  /** The real paths of files whose content isn't on the tape, below the workspace and in it. */
  readonly #missing = new Set<string>();

  constructor(contents: ReadonlyMap<string, TapeContent>) {
    this.#contents = contents;
    this.#base = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-replay-")));
    this.directory = join(this.#base, "files");
    this.state = join(this.#base, "state");
    for (const each of [this.directory, this.state]) mkdirSync(each, { mode: 0o700 });
  }

  /** Errors: TapeError `damaged` for a path that leaves the workspace. */
  restore(files: readonly TapeFile[], fillIn: FillIn): void {
    this.#fillIn = fillIn;
    for (const { path, state, modifiedAtMs } of files) {
      const place = this.apply(path, state);
      if (place !== null && basename(place) === ".git") makeRepository(place);
      if (place === null || state.kind !== "file" || modifiedAtMs === undefined) continue;
      utimesSync(place, modifiedAtMs / 1000, modifiedAtMs / 1000);
    }
  }

  /**
   * Puts a state at a path. Returns its place; null for a path outside the first root, where nothing is put.
   *
   * Errors: TapeError `damaged` for a path that leaves the workspace.
   */
  apply(path: string, state: TapedState): string | null {
    const segments = segmentsOf(path);
    if (segments === null) return null;
    const place = join(this.directory, ...segments);
    if (place === this.directory) return null;
    if (state.kind === "absent" && !this.#hasParents(segments)) return null;
    this.#makeParents(segments);
    const isMissing = state.kind === "file" && state.content === null;
    if (isMissing) this.#missing.add(path);
    else this.#missing.delete(path);
    put(place, state, () => this.#bytesOf(state));
    return place;
  }

  /** Whether the tape lacks the content of this path, or of one below it. */
  lacks(path: string, isRecursive: boolean): boolean {
    if (this.#missing.has(path)) return true;
    return isRecursive && [...this.#missing].some((each) => each.startsWith(`${path}/`));
  }

  [Symbol.dispose](): void {
    rmSync(this.#base, { recursive: true, force: true, maxRetries: 3 });
  }

  #hasParents(segments: readonly string[]): boolean {
    const parents = segments
      .slice(0, -1)
      .map((_, at) => join(this.directory, ...segments.slice(0, at + 1)));
    return parents.every((at) => lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true);
  }

  /** A link on the way would lead out of the folder. */
  #makeParents(segments: readonly string[]): void {
    let at = this.directory;
    for (const segment of segments.slice(0, -1)) {
      at = join(at, segment);
      const stats = lstatSync(at, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true) continue;
      if (stats !== undefined) rmSync(at);
      mkdirSync(at);
    }
  }

  /** A file whose content isn't known is empty, because that it exists decides as well. */
  #bytesOf(state: TapedState): Uint8Array {
    if (state.kind !== "file" || state.content === null) return new Uint8Array();
    const content = this.#contents.get(state.content);
    if (content === undefined)
      throw new TapeError("damaged", `The tape lacks the content ${state.content}.`);
    const { text, base64 = "" } = content;
    return text === undefined ? Buffer.from(base64, "base64") : Buffer.from(this.#fillIn(text));
  }
}

/** An empty repository, so that ignore files count and git finds one. */
function makeRepository(place: string): void {
  for (const each of ["objects", "refs/heads", "info"])
    mkdirSync(join(place, each), { recursive: true });
  writeFileSync(join(place, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(place, "config"), "[core]\n\trepositoryformatversion = 0\n");
}

/** Null outside the first root. */
function segmentsOf(path: string): readonly string[] | null {
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return null;
  const segments = path
    .slice(prefix.length + 1)
    .split("/")
    .filter((segment) => segment !== "");
  if (segments.some((segment) => segment === "." || segment === ".." || segment.includes("\0")))
    throw new TapeError("damaged", `The tape names '${path}', which leaves the workspace.`);
  return segments;
}

function put(place: string, state: TapedState, bytes: () => Uint8Array): void {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (state.kind === "directory") {
    if (stats?.isDirectory() !== true) {
      rmSync(place, { force: true });
      mkdirSync(place);
    }
    // The owner must be able to work in it, and to delete it.
    chmodSync(place, (state.mode & 0o777) | 0o700);
    return;
  }
  if (state.kind === "file" && stats?.isFile() === true) {
    const content = Buffer.from(bytes());
    // An unchanged file stays as it is: a session has read it.
    if (!content.equals(readFileSync(place))) writeFileSync(place, content);
    chmodSync(place, (state.mode & 0o777) | 0o600);
    return;
  }
  rmSync(place, { recursive: true, force: true });
  if (state.kind === "link") symlinkSync(state.target, place);
  if (state.kind !== "file") return;
  writeFileSync(place, bytes(), { flag: "wx" });
  chmodSync(place, (state.mode & 0o777) | 0o600);
}
