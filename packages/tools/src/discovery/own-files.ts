import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve, sep } from "node:path";
import type { SandboxProfile } from "@toolwright/core/ports";

/** Private to each sandboxed command, so the real contents are hidden. */
const temporaryDirectories = ["/tmp", "/var/tmp", "/run", tmpdir()];

/**
 * A sandbox in which a command of the settings finds its own files: files such as scripts in the home
 * or a temporary directory that its words name. The folder around such a file is visible as well,
 * unless it is the home or temporary directory itself, or its path has a hidden part. The author of
 * the settings chose these files; the rest stays hidden.
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

/** The absolute paths of the files that a command's words name, except a program without a path. */
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
