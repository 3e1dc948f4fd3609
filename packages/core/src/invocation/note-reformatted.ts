import { ToolError } from "../errors.ts";
import type { WorkspaceAccess } from "../ports/workspace.ts";
import type { Running } from "./stages.ts";

/** Larger files aren't compared: their content isn't kept either. */
const maxBytes = 4 * 1024 * 1024;

/**
 * After a hook that formats: a file that the call wrote, and that has become another one only in
 * its layout, is known as it is now, so that the session's next edit doesn't take it for somebody
 * else's change. Whatever else differs stays a foreign change.
 *
 * Returns the display paths. Looks only at what the call was allowed to write, and shows nothing.
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
    // Gone, or no file any more: then there is nothing to know.
    if (ToolError.isInstance(thrown)) return false;
    throw thrown;
  }
}

/**
 * Whether two texts differ in nothing but what formatters decide: white space, the kind of quotes,
 * commas before a closing bracket, semicolons at the end of a line. False for what is no UTF-8.
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
