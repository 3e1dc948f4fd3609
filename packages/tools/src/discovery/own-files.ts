import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve, sep } from "node:path";
import type { SandboxProfile } from "@toolwright/core/ports";

/** Private to each command in a sandbox, and so without what is really there. */
const temporaryDirectories = ["/tmp", "/var/tmp", "/run", tmpdir()];

/**
 * A sandbox in which a command of the settings finds its own files: those that its words name in the
 * home or a temporary directory, as a script, with the folder around it unless that is such a directory
 * itself or has a part that begins with a dot. Who wrote the settings named them; the rest stays hidden.
 */
export function withOwnFiles(
  profile: SandboxProfile,
  words: readonly string[],
  cwd: string,
): SandboxProfile {
  const hidden = [...(profile.hiddenPaths ?? []), ...temporaryDirectories];
  const own = filesNamed(words, cwd)
    .filter((path) => hidden.some((place) => isWithin(path, place)))
    .filter((path) => !profile.writablePaths.some((place) => isWithin(path, place)))
    .map((path) => {
      const folder = dirname(path);
      const isTooMuch =
        hidden.some((place) => isWithin(place, folder)) || folder.includes(`${sep}.`);
      return isTooMuch ? path : folder;
    });
  if (own.length === 0) return profile;
  return { ...profile, readablePaths: [...(profile.readablePaths ?? []), ...new Set(own)] };
}

/** The files that a command's words name, absolute; a program without a path is looked for elsewhere. */
export function filesNamed(words: readonly string[], cwd: string): readonly string[] {
  return words
    .filter((word, index) => index > 0 || word.includes(sep))
    .map((word) => resolve(cwd, word))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false);
}

export function isWithin(path: string, directory: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}
