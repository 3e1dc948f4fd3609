import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The content of a path in a test's directory: a file, a link, an empty directory, something else (a FIFO on
 * a disk), or a hard link to another path.
 */
export type FixtureEntry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly hardLink: string }
  | { readonly kind: "directory" | "other" };

/** By path, with `/`: relative to the test's directory, or absolute. */
export type FixtureFiles = Readonly<Record<string, FixtureEntry>>;

/** Writes the files into a directory on disk, in order, replacing what exists. */
export function putFilesOnDisk(directory: string, files: FixtureFiles): void {
  for (const [path, entry] of Object.entries(files)) {
    const place = resolve(directory, path);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    putOne(directory, place, entry);
  }
}

function putOne(directory: string, place: string, entry: FixtureEntry): void {
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(place, entry);
  else if ("link" in entry) symlinkSync(entry.link, place);
  else if ("hardLink" in entry) linkSync(join(directory, entry.hardLink), place);
  else if (entry.kind === "directory") mkdirSync(place);
  else execFileSync("mkfifo", [place]);
}
