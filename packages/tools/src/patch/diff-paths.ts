/** Both names of a file in a unified diff; null for `/dev/null`, which means no file. */
export interface DiffPaths {
  readonly oldPath: string | null;
  readonly newPath: string | null;
}

/** The names on the `--- ` and `+++ ` lines, without the prefixes of git and `diff -r`. */
export function pathsOf(oldWritten: string, newWritten: string): DiffPaths {
  const oldPath = nameOf(oldWritten);
  const newPath = nameOf(newWritten);
  if (oldPath === null || newPath === null) {
    return { oldPath: withoutPrefix(oldPath), newPath: withoutPrefix(newPath) };
  }
  if (oldPath === newPath) return { oldPath, newPath };
  if (/^(?:\.orig|\.old|\.bak|~)$/.test(oldPath.slice(newPath.length))) {
    if (oldPath.startsWith(newPath)) return { oldPath: newPath, newPath };
  }
  const isGit = /^[abciow]\//.test(oldPath) && /^[abciow]\//.test(newPath);
  const [, oldRest = ""] = /^[^/]+\/(.*)$/s.exec(oldPath) ?? [];
  const [, newRest = ""] = /^[^/]+\/(.*)$/s.exec(newPath) ?? [];
  if (isGit || (oldRest === newRest && oldRest !== "")) {
    return { oldPath: oldRest, newPath: newRest };
  }
  return { oldPath, newPath };
}

/** The names on a `diff --git` line; null if they can't be told apart. */
export function gitPaths(line: string): DiffPaths | null {
  const written = line.slice("diff --git ".length);
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(written);
  if (quoted !== null) return pathsOf(quoted[1] ?? "", quoted[2] ?? "");
  // Spaces aren't quoted, but without a rename both names are the same.
  const middle = (written.length - 1) / 2;
  if (written[middle] !== " ") return null;
  const paths = pathsOf(written.slice(0, middle), written.slice(middle + 1));
  return paths.oldPath === paths.newPath ? paths : null;
}

function withoutPrefix(path: string | null): string | null {
  return path === null ? null : path.replace(/^[abciow]\//, "");
}

function nameOf(written: string): string | null {
  const path = unquotePath(
    written.startsWith('"')
      ? written.slice(0, written.lastIndexOf('"') + 1)
      : (written.split("\t")[0] ?? "").replace(/\s+\d{4}-\d\d-\d\d \d\d:\d\d.*$/, ""),
  );
  return path === "/dev/null" ? null : path;
}

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** Decodes a name with special characters, which git writes as `"a/\303\244\t.txt"`. */
export function unquotePath(written: string): string {
  const text = written.trim();
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  const parts = text.slice(1, -1).match(/\\[0-7]{1,3}|\\.|[^\\]+/gs) ?? [];
  const bytes = parts.map((part) => {
    if (!part.startsWith("\\")) return Buffer.from(part);
    const octal = /^\\([0-7]{1,3})$/.exec(part)?.[1];
    if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8) & 0xff]);
    const code = simpleEscapes[part[1] ?? ""];
    return code === undefined ? Buffer.from(part) : Buffer.from([code]);
  });
  return Buffer.concat(bytes).toString();
}
