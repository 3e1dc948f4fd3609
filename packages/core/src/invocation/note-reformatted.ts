import { ToolError } from "../errors.ts";
import type { WorkspaceAccess } from "../ports/workspace.ts";
import type { Running } from "./stages.ts";

/** Larger files aren't compared, because their content isn't kept. */
const maxBytes = 4 * 1024 * 1024;

/**
 * After a formatting hook, marks the files that the call wrote as known in their new version if only
 * their layout has changed. The session's next edit then doesn't see an external change. Any other
 * difference stays an external change.
 *
 * Returns the display paths. Reads only files that the call was allowed to write.
 */
export async function noteReformatted({ call, effects }: Running): Promise<readonly string[]> {
  const written = new Set(
    effects.flatMap((effect) => (effect.type === "write" ? [effect.realPath ?? effect.path] : [])),
  );
  if (written.size === 0) return [];
  const access = call.session.workspaceSession.openCall({
    permit: (operation, { realPath }) =>
      (operation === "read" || operation === "inspect") && written.has(realPath),
    isReadable: () => false,
    isRevoked: () => false,
  });
  const noted: string[] = [];
  for (const path of written) {
    if (await noteIfReformatted(access, path)) {
      noted.push((await access.resolve(path)).displayPath);
    }
  }
  return noted;
}

async function noteIfReformatted(access: WorkspaceAccess, path: string): Promise<boolean> {
  try {
    const known = await access.knownContent(path);
    if (known === null) return false;
    const { bytes, version } = await access.read(path, { maxBytes });
    if (version === (await access.knownVersion(path)) || !isSameButLayout(known, bytes)) {
      return false;
    }
    access.noteRead(path, version);
    return true;
  } catch (thrown) {
    // The file is gone, or no longer a file.
    if (ToolError.isInstance(thrown)) return false;
    throw thrown;
  }
}

/**
 * Whether two texts differ only as formatters would change them: white space, the kind of quotes, commas
 * before a closing bracket, semicolons at the end of a line. False for invalid UTF-8.
 */
export function isSameButLayout(one: Uint8Array, other: Uint8Array): boolean {
  const [first, second] = [one, other].map(essenceOf);
  return first !== null && first !== undefined && first === second;
}

function essenceOf(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  return text
    .replaceAll(/,(?=\s*[)\]}])/g, "")
    .replaceAll(/;(?=[^\S\n]*(?:\n|$|\}))/g, "")
    .replaceAll("'", '"')
    .replaceAll(/\s+/g, "");
}
