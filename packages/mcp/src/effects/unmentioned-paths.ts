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

/** Also in words that nobody parts: `filepath`, `workdir`, `filename`. */
const suspiciousPart = /^(?:file|path)|(?:path|file|dir|folder|uri|url)s?$/;

const maxDepth = 8;

/**
 * Whether an input holds an argument that a mapping doesn't speak of and whose name says that it may
 * be another path or address: `write({path})` isn't all of a call that also has an `outputDir`.
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
  // Nobody looks further down, so nobody knows.
  if (depth > maxDepth) return true;
  if (Array.isArray(value)) return value.some((item) => holdsPath(item, depth + 1));
  return Object.entries(value).some(
    ([key, item]) => isSuspicious(key, item) || holdsPath(item, depth + 1),
  );
}

/** A number or a flag is no path, whatever it is called: `fileCount`. */
function isSuspicious(key: string, value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return false;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => suspicious.has(word) || suspiciousPart.test(word));
}
