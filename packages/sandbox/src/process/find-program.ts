import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { extname, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { pathOf } from "../environment/scrub-environment.ts";

/**
 * Finds the file that a program's name stands for, absolute: a bare name in PATH, one with a
 * separator from `cwd`. Remembers where in PATH it found a name, for as long as that still runs.
 *
 * Errors: ToolError `command-not-found`, naming near names; `input-invalid` for what is no name.
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

/** The same for one that is looked for once. */
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
 * Errors: ToolError `file-not-found` for what is no directory, `permission-denied` for one that
 * can't be entered, `input-invalid` for a relative one.
 */
export function checkDirectory(cwd: string): void {
  if (!isAbsolute(cwd) || cwd.includes("\0")) {
    throw new ToolError(
      "input-invalid",
      `The directory to run in must be absolute: '${cwd}' isn't.`,
    );
  }
  const kind = kindOf(cwd);
  if (kind !== "directory") {
    const what = kind === "missing" ? "doesn't exist" : "is no directory";
    throw new ToolError("file-not-found", `The directory to run in, '${cwd}', ${what}.`);
  }
  if (!isAllowed(cwd)) {
    throw new ToolError("permission-denied", `The system doesn't let us enter '${cwd}'.`);
  }
}

const isWindows = process.platform === "win32";

function hasSeparator(program: string): boolean {
  return program.includes("/") || (isWindows && program.includes("\\"));
}

/** Windows adds the extension; elsewhere a name is a name. */
function withExtension(path: string, environment: Readonly<Record<string, string>>): string[] {
  if (!isWindows || extname(path) !== "") return [path];
  const extensions = (environment.PATHEXT ?? ".COM;.EXE").split(";");
  // Batch files can only be run by a shell, which would take their arguments apart.
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
    // Below a directory that we may not look into, or in a circle of links: nothing for us.
    return "missing";
  }
}

function notRunnable(program: string, place: string): ToolError {
  switch (kindOf(place)) {
    case "missing":
      return new ToolError("command-not-found", `There is no program at '${program}'.`);
    case "directory":
    case "other":
      return new ToolError("command-not-found", `'${program}' is no file that could be run.`);
    case "file":
      return new ToolError(
        "command-not-found",
        `'${program}' is there but isn't executable. Run it with its interpreter, or make it ` +
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
    // A directory of PATH that isn't there, or that we may not look into.
    return [];
  }
}
