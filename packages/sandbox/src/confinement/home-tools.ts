import { join, normalize } from "node:path";
import { pathOf } from "../environment/scrub-environment.ts";
import { isWithin } from "./path-containment.ts";

/**
 * Installation directories of tools whose folder on the PATH has only links or starters. None of them stores
 * credentials there.
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

/** Folders on the PATH that hold only starters, with the directories of their programs. */
const companions: Readonly<Record<string, readonly string[]>> = {
  ".cargo/bin": [".rustup", ".cargo/registry"],
  ".local/bin": [".local/share/pipx", ".local/share/uv", ".local/lib"],
};

/**
 * The paths in a hidden home directory that commands need to run the tools on the PATH, for a profile's
 * `readablePaths`. Never the home directory itself, nor a whole folder with other content.
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
