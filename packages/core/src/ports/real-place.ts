/** The text of the link at a path, null for anything else. Throws if there is nothing. */
export type ReadLink = (path: string) => string | null;

const namespaceRoot = /^\/proc\/\d+\/root(?=\/)/;
const maxLinks = 40;

/**
 * `realpath` for a path through another mount namespace (`/proc/PID/root/…`), where the system's own fails. Links are
 * followed as that namespace sees them.
 *
 * Returns the path from here and inside the namespace; null for any other path. Errors: those of `readLink`; `ELOOP`
 * for too many links, as the system's own.
 */
export function realPlaceInNamespace(
  path: string,
  readLink: ReadLink,
): { readonly path: string; readonly inside: string } | null {
  const [root] = namespaceRoot.exec(path) ?? [];
  if (root === undefined) return null;
  const ahead = path.slice(root.length).split("/").reverse();
  let reached = "";
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      reached = reached.slice(0, Math.max(0, reached.lastIndexOf("/")));
      continue;
    }
    const next = `${reached}/${name}`;
    const target = readLink(root + next);
    if (target === null) {
      reached = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw tooManyLinks(path);
    if (target.startsWith("/")) reached = "";
    ahead.push(...target.split("/").reverse());
  }
  const inside = reached === "" ? "/" : reached;
  return { path: root + inside, inside };
}

function tooManyLinks(path: string): Error {
  return Object.assign(new Error(`ELOOP: too many links: ${path}`), { code: "ELOOP" });
}
