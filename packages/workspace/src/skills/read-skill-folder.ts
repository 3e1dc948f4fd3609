import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Skill, SkillProblem } from "@toolwright/core";
import { systemCode } from "../access/failures.ts";
import { readFileFlags } from "../access/open-flags.ts";
import { isSkillName, parseSkill } from "./parse-skill.ts";

/** A folder whose folders are skills. */
export interface SkillFolder {
  /** A real path, which need not exist. */
  readonly path: string;
  /** As `Skill.source`. */
  readonly source: string;
  /** The digests of the accepted `SKILL.md` files, by absolute path. Absent: all are accepted. */
  readonly accepted?: ReadonlyMap<string, string>;
}

export interface FoundSkills {
  readonly skills: readonly Skill[];
  readonly problems: readonly SkillProblem[];
}

const skillFile = "SKILL.md";
const isLink = `its ${skillFile} is a link, and links are not followed`;
const maxFileBytes = 256 * 1024;
/** More than anybody has; the rest is named in one problem. */
const maxFolders = 2_000;

/**
 * The skills directly in a folder. Never rejects: what can't be used is named with the reason.
 *
 * Shapes: `known` are the real paths of all folders that are read, so that a link to a skill that is found anyway
 * is no problem.
 */
export async function readSkillFolder(
  folder: SkillFolder,
  known: readonly string[],
): Promise<FoundSkills> {
  const skills: Skill[] = [];
  const problems: SkillProblem[] = [];
  const entries = entriesOf(folder.path);
  if (typeof entries === "string") {
    return { skills, problems: [{ place: folder.path, reason: entries }] };
  }
  for (const entry of entries.slice(0, maxFolders)) {
    const place = join(folder.path, entry.name);
    const read = await readSkill(entry, place, folder, known);
    if (typeof read === "string") problems.push({ place, reason: read });
    else if (read !== null) skills.push(read);
  }
  if (entries.length > maxFolders) {
    const reason = `only the first ${maxFolders} of its ${entries.length} folders are read`;
    problems.push({ place: folder.path, reason });
  }
  return { skills, problems };
}

/** The folders and links in it, by name; a text says why they can't be listed. */
function entriesOf(path: string): readonly Dirent[] | string {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith("."))
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    const code = systemCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? [] : `it can't be read (${code ?? "unknown"})`;
  }
}

/** Null for a link to a skill that is found in its own place. */
async function readSkill(
  entry: Dirent,
  place: string,
  { source, accepted }: SkillFolder,
  known: readonly string[],
): Promise<Skill | string | null> {
  if (entry.isSymbolicLink()) return linkProblem(place, known);
  if (!isSkillName(entry.name)) {
    return "its folder's name is not one of at most 64 lower-case letters, digits and single hyphens";
  }
  const file = join(place, skillFile);
  const read = readText(file);
  if (typeof read === "string") return read;
  if (accepted !== undefined && accepted.get(file) !== read.digest) {
    return "it has changed since the project was trusted";
  }
  const facts = await parseSkill(read.text, entry.name);
  if (typeof facts === "string") return facts;
  return { ...facts, source, directory: place, file, digest: read.digest };
}

function linkProblem(place: string, known: readonly string[]): string | null {
  try {
    return known.includes(dirname(realpathSync(place)))
      ? null
      : "it is a link out of the folders for skills; put the skill itself there";
  } catch {
    return "it is a link that leads nowhere";
  }
}

interface FileText {
  readonly text: string;
  readonly digest: string;
}

/** Opens without following a link and without blocking; a text says why it isn't read. */
function readText(file: string): FileText | string {
  let descriptor: number;
  try {
    // Windows has no flag against links.
    if (lstatSync(file).isSymbolicLink()) return isLink;
    descriptor = openSync(file, readFileFlags);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return `it has no ${skillFile}`;
    return code === "ELOOP" ? isLink : `its ${skillFile} can't be opened (${code ?? "unknown"})`;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return `its ${skillFile} is not a regular file`;
    if (stats.size > maxFileBytes) {
      return `its ${skillFile} has ${stats.size} bytes; the limit is ${maxFileBytes}`;
    }
    const bytes = readUpTo(descriptor, stats.size);
    if (!isUtf8(bytes)) return `its ${skillFile} is not UTF-8 text`;
    return { text: bytes.toString(), digest: digestOf(bytes) };
  } catch (error) {
    return `its ${skillFile} can't be read (${systemCode(error) ?? "unknown"})`;
  } finally {
    closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const count = readSync(descriptor, buffer, length, most - length, null);
    if (count === 0) break;
    length += count;
  }
  return Buffer.from(buffer.subarray(0, length));
}

/** As `Skill.digest`. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
