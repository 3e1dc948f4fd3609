import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { SkillProblem } from "@toolwright/core";
import {
  type FolderTrust,
  isPlainDirectory,
  type SkillFolder,
} from "@toolwright/workspace/internal";
import { type Places, realDirectory, realRoot } from "../places.ts";
import type { SettingsFile } from "../settings/settings.ts";

/** Where skills are looked for, and which folders can't be used. */
export interface SkillFolders {
  readonly folders: readonly SkillFolder[];
  readonly problems: readonly SkillProblem[];
}

export interface SkillFolderOptions {
  readonly places: Places;
  readonly trust: FolderTrust;
  readonly files: readonly SettingsFile[];
}

const projectFolders = [".toolwright/skills", ".agents/skills", ".claude/skills"] as const;

/** The folders of the person's own skills, which need not exist. */
function userSkillFolders({ configDirectory, home, ignoresUser }: Places): readonly string[] {
  if (ignoresUser === true) return [];
  return [
    join(configDirectory, "skills"),
    join(home, ".agents", "skills"),
    join(home, ".claude", "skills"),
  ];
}

/**
 * The folders of skills, with the strongest first: the person's own, then the project's, then those of packages. A
 * project can't replace a skill that the person has.
 */
export function skillFolders(options: SkillFolderOptions): SkillFolders {
  const own = ownFolders(options.places);
  const project = projectSkills(options);
  const packages = packageSkills(options);
  return {
    folders: [...own.folders, ...project.folders, ...packages.folders],
    problems: [...own.problems, ...project.problems, ...packages.problems],
  };
}

/** The person's folders may be links. One that leads to a whole home directory opens too much. */
function ownFolders(places: Places): SkillFolders {
  const problems: SkillProblem[] = [];
  const home = realDirectory(places.home);
  const folders = userSkillFolders(places).flatMap((place) => {
    const path = realDirectory(place);
    if (!holds(path, home)) return [{ path, source: "user" }];
    problems.push({ place, reason: "it leads to the home directory or a folder above it" });
    return [];
  });
  return { folders, problems };
}

/** The real paths of the person's folders, which need no approval to be read, also if they are made later. */
export function readableSkillFolders(places: Places): readonly string[] {
  return ownFolders(places).folders.map(({ path }) => path);
}

/** Only files whose content was trusted count, and nothing is followed on the way. */
function projectSkills({ places, trust }: SkillFolderOptions): SkillFolders {
  if (places.ignoresProject === true) return none;
  const root = realRoot(places.workspace);
  const there = projectFolders.filter((path) => isPlainDirectory(root, path));
  if (trust.state !== "trusted") {
    const reason = "the project isn't trusted as it is now (toolwright policy trust)";
    return { folders: [], problems: there.map((path) => ({ place: join(root, path), reason })) };
  }
  const accepted = new Map(trust.files.map(({ path, digest }) => [join(root, path), digest]));
  const folders = there.map((path) => ({ path: join(root, path), source: "project", accepted }));
  return { folders, problems: [] };
}

/**
 * The folder `skills` of packages that settings name. A package may be a link inside the workspace, as package
 * managers make them.
 */
function packageSkills({ places, trust, files }: SkillFolderOptions): SkillFolders {
  const root = realRoot(places.workspace);
  const folders: SkillFolder[] = [];
  const problems: SkillProblem[] = [];
  for (const name of skillPackages(files)) {
    const place = join(root, "node_modules", name, "skills");
    const path = realPathOf(place);
    if (trust.state !== "trusted") {
      problems.push({
        place,
        reason: "packages count only in a trusted project (toolwright policy trust)",
      });
    } else if (path === null) problems.push({ place, reason: "there is no such folder" });
    else if (!path.startsWith(root + sep))
      problems.push({ place, reason: "it leads out of the workspace" });
    else folders.push({ path, source: `package ${name}` });
  }
  return { folders, problems };
}

function skillPackages(files: readonly SettingsFile[]): readonly string[] {
  const named = files
    .filter(({ layer, isTrusted }) => layer !== "project" || isTrusted === true)
    .flatMap(({ settings }) => settings.skills?.packages ?? []);
  return [...new Set(named)];
}

const none: SkillFolders = { folders: [], problems: [] };

/** Whether a directory is the other one or above it. */
function holds(directory: string, other: string): boolean {
  return (
    other === directory || other.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}

/** Null if there is nothing. */
function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
