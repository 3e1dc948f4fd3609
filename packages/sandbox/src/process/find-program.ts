import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { extname, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { pathOf } from "../environment/scrub-environment.ts";

/**
 * Finds the absolute path of a program: a bare name on the PATH, one with a separator from `cwd`. Caches
 * results on the PATH while they remain executable.
 *
 * Errors: ToolError `command-not-found`, with similar names; `input-invalid` for an invalid name.
 */
export class ProgramFinder {
  readonly #found = new Map<string, string>();

  find(program: string, cwd: string, environment: Readonly<Record<string, string>>): string {
    if (program === "" || program.includes("\0")) {
      throw new ToolError("input-invalid", "The program's name is empty or has a null character.");
    }
    if (hasSeparator(program)) return findAt(program, resolve(cwd, program), environment);
    const directories = pathOf(environment);
    const key = [program, ...directories].join("\0");
    const known = this.#found.get(key);
    if (known !== undefined && isRunnable(known)) return known;
    const found = findIn(directories, program, environment);
    this.#found.set(key, found);
    return found;
  }
}

/** A single search without a cache. */
export function findProgram(
  program: string,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const variables = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new ProgramFinder().find(program, cwd, Object.fromEntries(variables));
}

function findAt(
  program: string,
  place: string,
  environment: Readonly<Record<string, string>>,
): string {
  const found = withExtension(place, environment).find(isRunnable);
  if (found !== undefined) return found;
  throw notRunnable(program, place);
}

function findIn(
  directories: readonly string[],
  program: string,
  environment: Readonly<Record<string, string>>,
): string {
  for (const directory of directories) {
    const found = withExtension(join(directory, program), environment).find(isRunnable);
    if (found !== undefined) return found;
  }
  throw notFound(program, directories);
}

/**
 * Errors: ToolError `file-not-found` if it is not a directory, `permission-denied` if it cannot be entered,
 * `input-invalid` if it is relative.
 */
export function checkDirectory(cwd: string): void {
  if (!isAbsolute(cwd) || cwd.includes("\0")) {
    throw new ToolError(
      "input-invalid",
      `The working directory must be absolute: '${cwd}' is relative.`,
    );
  }
  const kind = kindOf(cwd);
  if (kind !== "directory") {
    const what = kind === "missing" ? "doesn't exist" : "is not a directory";
    throw new ToolError("file-not-found", `The working directory '${cwd}' ${what}.`);
  }
  if (!isAllowed(cwd)) {
    throw new ToolError("permission-denied", `The system denied access to '${cwd}'.`);
  }
}

const isWindows = process.platform === "win32";

function hasSeparator(program: string): boolean {
  return program.includes("/") || (isWindows && program.includes("\\"));
}

/** Adds the extension on Windows; returns the path itself elsewhere. */
function withExtension(path: string, environment: Readonly<Record<string, string>>): string[] {
  if (!isWindows || extname(path) !== "") return [path];
  const extensions = (environment.PATHEXT ?? ".COM;.EXE").split(";");
  // Batch files need a shell, which would split their arguments.
  return extensions
    .filter((extension) => /^\.(?:com|exe)$/i.test(extension))
    .map((extension) => path + extension);
}

function isRunnable(path: string): boolean {
  return kindOf(path) === "file" && isAllowed(path);
}

function isAllowed(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function kindOf(path: string): "file" | "directory" | "other" | "missing" {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    if (stat.isDirectory()) return "directory";
    return stat.isFile() ? "file" : "other";
  } catch {
    // Unreadable, or a circle of links: it counts as missing.
    return "missing";
  }
}

function notRunnable(program: string, place: string): ToolError {
  switch (kindOf(place)) {
    case "missing":
      return new ToolError("command-not-found", `There is no program at '${program}'.`);
    case "directory":
    case "other":
      return new ToolError("command-not-found", `'${program}' is not an executable file.`);
    case "file":
      return new ToolError(
        "command-not-found",
        `'${program}' exists but is not executable. Run it with its interpreter, or make it ` +
          "executable with chmod +x.",
      );
  }
}

function notFound(program: string, directories: readonly string[]): ToolError {
  const names = new Set<string>();
  for (const directory of directories) for (const name of list(directory)) names.add(name);
  const near = nearestNames(program, [...names]);
  const idea =
    near.length > 0
      ? `Did you mean ${near.map((name) => `'${name}'`).join(" or ")}?`
      : "Install it, or name it by its path.";
  return new ToolError(
    "command-not-found",
    `There is no program '${program}' on the PATH. ${idea}`,
    {
      details: { program, near },
    },
  );
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // The directory does not exist or is unreadable.
    return [];
  }
}
