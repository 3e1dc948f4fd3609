/** The folders that a settings file's patterns are relative to. */
export interface PathPlace {
  /** The base of `/src`; null for the workspace. */
  readonly settingsRoot: string | null;
  /** The base of `src` and `./src`; null for the workspace. */
  readonly workingRoot: string | null;
}

/**
 * Converts a gitignore-like pattern (`//abs`, `~/x`, `/x`, `./x`, `x`, `*.env`) to our grammar; null
 * if that isn't possible. A name without a slash matches at any depth.
 */
export function convertPath(argument: string, place: PathPlace): string | null {
  const text = argument.trim();
  if (
    text === "" ||
    text.startsWith("!") ||
    text.includes("\\") ||
    /(?:^|\/)\.\.(?:\/|$)/.test(text)
  ) {
    return null;
  }
  const glob = (path: string): string => globOf(path);
  if (text.startsWith("//")) return `/${glob(text.slice(2))}`;
  if (text === "~" || text.startsWith("~/")) return `~/${glob(text.slice(2))}`;
  if (text.startsWith("/")) return below(place.settingsRoot, glob(text.slice(1)));
  const path = text.replace(/^(?:\.\/)+/, "");
  // As in git, a slash before the end anchors the pattern to the folder.
  const isTied = path !== text || path.slice(0, -1).includes("/");
  const isAll = /^\*+\/?$/.test(path);
  return below(place.workingRoot, isTied || isAll ? glob(isAll ? "**" : path) : `**/${glob(path)}`);
}

/** Names in our grammar: braces are escaped, and `**` must be a whole name. */
function globOf(path: string): string {
  const names = path.split("/").map((name) => {
    if (/^\*\*+$/.test(name)) return "**";
    return name.replaceAll(/\*\*+/g, "*").replaceAll(/[{}]/g, "\\$&");
  });
  if (names.at(-1) === "") names[names.length - 1] = "**";
  return names.filter((name) => name !== "" && name !== ".").join("/");
}

function below(folder: string | null, glob: string): string {
  if (folder === null) return glob;
  return `${folder.replaceAll(/[\\*?[\]{}]/g, "\\$&").replace(/\/$/, "")}/${glob}`;
}
