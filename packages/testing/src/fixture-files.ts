import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * What is at a path of a test's directory: a file's content, a link, a directory without content,
 * something that is neither (a FIFO on a disk), or a second name of the file at another path.
 */
export type FixtureEntry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly hardLink: string }
  | { readonly kind: "directory" | "other" };

/** By path, with `/`: relative to the test's directory, or absolute. */
export type FixtureFiles = Readonly<Record<string, FixtureEntry>>;

/** Puts the files into a directory on disk, in their order, each in the place of what was there. */
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
