import { join, normalize } from "node:path";
import { pathOf } from "../environment/scrub-environment.ts";
import { isWithin } from "./path-containment.ts";

/**
 * Where tools are installed that have more below the home directory than the folder on the PATH, as
 * that has only links or starters. None of them keeps credentials there.
 */
const installations = [
  ".asdf",
  ".bun",
  ".deno",
  ".fnm",
  ".jenv",
  ".nodenv",
  ".nvm",
  ".phpenv",
  ".pyenv",
  ".rbenv",
  ".rustup",
  ".sdkman/candidates",
  ".volta",
  ".local/share/fnm",
  ".local/share/mise",
  ".local/share/pipx",
  ".local/share/pnpm",
  ".local/share/rtx",
  ".local/share/uv",
  "go",
  "miniconda3",
  "anaconda3",
] as const;

/** On the PATH are only the starters of these; what they start is elsewhere. */
const companions: Readonly<Record<string, readonly string[]>> = {
  ".cargo/bin": [".rustup", ".cargo/registry"],
  ".local/bin": [".local/share/pipx", ".local/share/uv", ".local/lib"],
};

/**
 * What of a hidden home directory commands need to find the tools that are on the PATH, for a
 * profile's `readablePaths`. Not the home directory itself, nor all of a folder that has more in it.
 */
export function homeToolPaths(
  environment: Readonly<Record<string, string>>,
  home: string,
): readonly string[] {
  const entries = pathOf(environment)
    .map((entry) => normalize(entry).replace(/(?<=.)\/$/, ""))
    .filter((entry) => entry !== home && isWithin(entry, home));
  const paths = entries.flatMap((entry) => {
    const installation = installations
      .map((name) => join(home, name))
      .find((place) => isWithin(entry, place));
    const others = companions[entry.slice(home.length + 1)] ?? [];
    return [installation ?? entry, ...others.map((name) => join(home, name))];
  });
  return [...new Set(paths)];
}
