import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { systemCode } from "../access/failures.ts";

/** Files that can configure Toolwright: settings, agents, skills, hooks, MCP entries. */
const configurationPaths = [".toolwright", ".mcp.json"] as const;

/** Folders of skills that other agents share. Only what a model is told counts, not what a skill brings along. */
const sharedSkillFolders = [".agents/skills", ".claude/skills"] as const;

/** Agents of Claude Code. */
const sharedAgentFolder = ".claude/agents";

/** The names of files that tell agents what to do. */
export const instructionNames = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"] as const;

/**
 * The instruction files at a root, for which a folder without configuration can be trusted. Their content isn't bound
 * to the trust: they only tell a model something.
 */
export function instructionFilesIn(root: string): readonly string[] {
  return instructionNames.filter((name) =>
    lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile(),
  );
}

const maxFiles = 2_000;
const maxBytes = 32 * 1024 * 1024;
const chunkBytes = 64 * 1024;

export interface TrustedFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** Everything that a person accepts when they trust a folder, as just read. */
export interface TrustedContent {
  /** SHA-256 in hex over all paths and contents. */
  readonly hash: string;
  /** By path. Empty where nothing configures us. */
  readonly files: readonly TrustedFile[];
}

/** Why a folder's configuration can't be bound to a hash: then it can't be trusted either. */
export interface UntrustableContent {
  readonly problem: string;
}

/**
 * Reads what a workspace could configure us by. Links are not followed, and there may be none: what
 * they lead to could change without its name or any file here changing.
 *
 * Shapes: `root` is the real path of the workspace's root. Never throws what the file system throws.
 */
export function readTrustedContent(root: string): TrustedContent | UntrustableContent {
  const files: TrustedFile[] = [];
  const problem = walk(root, (full, path) => {
    const file = digestOf(full, path);
    if (typeof file === "string") return file;
    files.push(file);
    return file.size;
  });
  return problem === null ? { hash: hashOf(files), files } : { problem };
}

/** Like `readTrustedContent`, without reading the files. */
export function countTrustedFiles(root: string): number | UntrustableContent {
  let count = 0;
  const problem = walk(root, (_full, _path, size) => {
    count += 1;
    return size;
  });
  return problem === null ? count : { problem };
}

/** Visits every file; returns the first problem, or null. A visit returns a size or a problem. */
function walk(
  root: string,
  visit: (full: string, path: string, size: number) => number | string,
): string | null {
  let files = 0;
  let bytes = 0;
  const add = (path: string): string | null => {
    const full = join(root, path);
    const stat = lstatSync(full, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isDirectory()) {
      for (const name of readdirSync(full).toSorted()) {
        const problem = add(`${path}/${name}`);
        if (problem !== null) return problem;
      }
      return null;
    }
    if (!stat.isFile()) return `${path} is ${kindOf(stat)}`;
    const size = visit(full, path, stat.size);
    if (typeof size === "string") return size;
    files += 1;
    bytes += size;
    if (files > maxFiles) return `there are more than ${maxFiles} files`;
    return bytes > maxBytes ? `there are more than ${maxBytes} bytes` : null;
  };
  try {
    for (const path of [...configurationPaths, ...sharedAgentsIn(root), ...sharedSkillsIn(root)]) {
      const problem = add(path);
      if (problem !== null) return problem;
    }
  } catch (error) {
    return `it can't be read (${systemCode(error) ?? "unknown error"})`;
  }
  return null;
}

/**
 * The `SKILL.md` of each skill in a shared folder. Links on the way are left out: other agents make some, and no
 * skill is read through one.
 */
function sharedSkillsIn(root: string): readonly string[] {
  return sharedSkillFolders.flatMap((folder) => {
    if (!isPlainDirectory(root, folder)) return [];
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/SKILL.md`)
      .filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile())
      .toSorted();
  });
}

/** The Markdown files of the shared folder of agents, without links. */
function sharedAgentsIn(root: string): readonly string[] {
  if (!isPlainDirectory(root, sharedAgentFolder)) return [];
  return readdirSync(join(root, sharedAgentFolder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map(({ name }) => `${sharedAgentFolder}/${name}`)
    .toSorted();
}

/** Whether each part of a relative path is a directory and no link. */
export function isPlainDirectory(root: string, path: string): boolean {
  const parts = path.split("/");
  return parts.every((_, index) => {
    const at = join(root, ...parts.slice(0, index + 1));
    return lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  });
}

function kindOf(stat: Stats): string {
  return stat.isSymbolicLink() ? "a link" : "neither a file nor a folder";
}

function hashOf(files: readonly TrustedFile[]): string {
  const hash = createHash("sha256");
  // JSON marks where a name ends, whatever characters it has.
  for (const { path, digest } of files) hash.update(`${JSON.stringify([path, digest])}\n`);
  return hash.digest("hex");
}

/** The digest of the opened file, because its name may lead to another file in the meantime. */
function digestOf(full: string, path: string): TrustedFile | string {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(full, flags);
  try {
    if (!fstatSync(descriptor).isFile()) return `${path} is not a regular file`;
    const hash = createHash("sha256");
    const size = addAll(descriptor, hash);
    return size > maxBytes
      ? `${path} has more than ${maxBytes} bytes`
      : { path, size, digest: hash.digest("hex") };
  } finally {
    closeSync(descriptor);
  }
}

function addAll(descriptor: number, hash: Hash): number {
  const buffer = new Uint8Array(chunkBytes);
  let size = 0;
  while (size <= maxBytes) {
    const count = readSync(descriptor, buffer, 0, chunkBytes, null);
    if (count === 0) break;
    hash.update(buffer.subarray(0, count));
    size += count;
  }
  return size;
}
