/** Where patterns of a settings file stand. */
export interface PathPlace {
  /** What `/src` is relative to; the workspace when null. */
  readonly settingsRoot: string | null;
  /** What `src` and `./src` are relative to; the workspace when null. */
  readonly workingRoot: string | null;
}

/**
 * A gitignore-like pattern (`//abs`, `~/x`, `/x`, `./x`, `x`, `*.env`) in our grammar; null when it
 * can't be said. A name without a slash is meant at any depth.
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
  // As git has it: a slash before the end ties it to the folder.
  const isTied = path !== text || path.slice(0, -1).includes("/");
  const isAll = /^\*+\/?$/.test(path);
  return below(place.workingRoot, isTied || isAll ? glob(isAll ? "**" : path) : `**/${glob(path)}`);
}

/** Names in our grammar: braces mean nothing there, and `**` stands alone. */
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
