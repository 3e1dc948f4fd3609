const suspicious: ReadonlySet<string> = new Set([
  "cwd",
  "dest",
  "destination",
  "directories",
  "directory",
  "dst",
  "from",
  "href",
  "in",
  "location",
  "out",
  "output",
  "root",
  "roots",
  "source",
  "sources",
  "src",
  "target",
  "targets",
  "to",
]);

/** Parts of words that are written without separators: `filepath`, `workdir`, `filename`. */
const suspiciousPart = /^(?:file|path)|(?:path|file|dir|folder|uri|url)s?$/;

const maxDepth = 8;

/**
 * Whether an input holds an argument that the mapping does not mention and whose name suggests another path
 * or address. For example, `write({path})` does not cover a call that also has an `outputDir`.
 */
export function hasUnmentionedPath(
  input: ReadonlyMap<string, unknown>,
  mentioned: ReadonlySet<string>,
): boolean {
  return Array.from(input).some(
    ([key, value]) => !mentioned.has(key) && (isSuspicious(key, value) || holdsPath(value, 1)),
  );
}

function holdsPath(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  // Deeper values are not inspected, so they may hold a path.
  if (depth > maxDepth) return true;
  if (Array.isArray(value)) return value.some((item) => holdsPath(item, depth + 1));
  return Object.entries(value).some(
    ([key, item]) => isSuspicious(key, item) || holdsPath(item, depth + 1),
  );
}

/** Whether a name suggests a path. Numbers and flags never are one: `fileCount`. */
function isSuspicious(key: string, value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return false;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => suspicious.has(word) || suspiciousPart.test(word));
}
