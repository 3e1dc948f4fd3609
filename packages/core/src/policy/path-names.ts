export const slash = 0x2f;
const drive = /^[A-Za-z]:(?=[\\/]|$)/;

/**
 * The names along an absolute path: `/src/a.ts` is `src`, `a.ts`. On Windows the first name is the
 * drive (`C:`) or, in a network path, the server (`//server`). Null when the path isn't absolute.
 */
export function namesOf(path: string): readonly string[] | null {
  if (path.charCodeAt(0) === slash) return namesFrom(path, 1, []);
  if (drive.test(path)) {
    const [first = "", ...names] = path.split(/[\\/]+/).filter((name) => name !== "");
    return [first.toUpperCase(), ...names];
  }
  if (!path.startsWith("\\\\")) return null;
  const [server = "", ...names] = path.split(/[\\/]+/).filter((name) => name !== "");
  return [`//${server}`, ...names];
}

/** Appends the names from `start` on to `names`. Takes half the time of `split` and a filter. */
export function namesFrom(path: string, start: number, names: string[]): readonly string[] {
  let begin = start;
  for (let end = path.indexOf("/", begin); end !== -1; end = path.indexOf("/", begin)) {
    if (end > begin) names.push(path.slice(begin, end));
    begin = end + 1;
  }
  if (begin < path.length) names.push(path.slice(begin));
  return names;
}

/** Whether no name is `..` or `.`. */
export function isNormalized(names: readonly string[]): boolean {
  return !names.includes("..") && !names.includes(".");
}

/** Whether the path is the directory or lies below it. */
export function isWithin(names: readonly string[], directory: readonly string[]): boolean {
  if (names.length < directory.length) return false;
  for (let index = directory.length - 1; index >= 0; index -= 1) {
    if (names[index] !== directory[index]) return false;
  }
  return true;
}

const executableSuffix = /\.(?:exe|cmd|bat|com)$/i;

/** `/usr/bin/Git.exe` is `Git`. */
export function programName(program: string): string {
  return program.slice(program.search(/[^/\\]*$/)).replace(executableSuffix, "");
}

/** How many names the innermost root has that contains the path; -1 outside all roots. */
export function depthInRoots(
  names: readonly string[],
  roots: readonly (readonly string[])[],
): number {
  let depth = -1;
  for (const root of roots) {
    if (root.length > depth && isWithin(names, root)) depth = root.length;
  }
  return depth;
}
