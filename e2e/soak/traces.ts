import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The living descendants of this process, each as its command line. */
export function descendants(): readonly string[] {
  const parents = new Map<string, string>();
  const words = new Map<string, string>();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "latin1");
      const [state, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state === "Z") continue;
      parents.set(id, parent);
      words.set(id, readFileSync(`/proc/${id}/cmdline`, "latin1").replaceAll("\0", " "));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: string): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === String(process.pid) || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs).map((id) => `${id} ${words.get(id)}`);
}

/** The open file descriptors of this process, by what they are open on. */
export function openFiles(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

/** All files of a folder with what they contain, without git's own. */
export function treeOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const place = join(folder, path);
    const stat = lstatSync(place);
    if (stat.isSymbolicLink()) found.set(path, `link ${readlinkSync(place)}`);
    else if (!stat.isDirectory())
      found.set(path, createHash("sha256").update(readFileSync(place)).digest("hex"));
    else {
      if (path !== "") found.set(path, "directory");
      for (const name of readdirSync(place)) if (name !== ".git") visit(join(path, name));
    }
  };
  visit("");
  return found;
}

/** The paths in which two trees differ. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
