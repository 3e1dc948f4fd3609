import { phrase } from "../language/phrase.ts";
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { read, type ToolContext, ToolError, unknown } from "@toolwright/core";
import { isSecretName, english } from "@toolwright/core/internal";
import { type JudgedRepository, placeIn } from "@toolwright/core/ports";
import type { ShownContents } from "@toolwright/shell-analysis";
import { hardenedGitWithout } from "./hardened-git.ts";

const TIME_LIMIT_MS = 5_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 10_000;
const MAX_FILE_BYTES = 256 * 1024;
/** Beyond this number, the policy judges only files with names of secrets. */
const MAX_JUDGED = 2_000;
const MAX_NAMED = 5;

/** A file's contents in git's store. */
interface ShownFile {
  /** Relative to the top of the work tree. */
  readonly path: string;
  readonly id: string;
}

/**
 * Requests approval for files whose earlier contents git would show, if reading them needs approval. Redaction
 * does not know the values of a deleted `.env`, or of its earlier versions. Approval is also needed if the shown
 * contents are unknown, or not known within 5 s.
 *
 * Errors: `permission-denied` without approval.
 */
export async function askForShownFiles(
  contents: readonly ShownContents[],
  repositories: ReadonlyMap<string, JudgedRepository>,
  context: ToolContext,
): Promise<void> {
  const protectedPaths = new Set<string>();
  for (const shown of contents) {
    const repository = repositories.get(shown.directory);
    const top = repository?.top ?? null;
    // Without a repository git shows nothing from its store.
    if (repository === undefined || top === null) continue;
    const files = await filesShown(shown, repository, context);
    if (files === null) {
      await requestEffects(
        [unknown("git: the files whose contents it would show are unknown")],
        context,
      );
      continue;
    }
    for (const path of await protectedIn(files, top, context)) protectedPaths.add(join(top, path));
  }
  if (protectedPaths.size > 0)
    await requestEffects(
      [...protectedPaths].map((path) => read(path)),
      context,
    );
}

async function requestEffects(
  effects: Parameters<ToolContext["requestEffects"]>[0],
  context: ToolContext,
): Promise<void> {
  const paths = effects.flatMap((effect) => (effect.type === "read" ? [effect.path] : []));
  const named = paths.slice(0, MAX_NAMED);
  const more = paths.length - named.length;
  const contents =
    named.length === 0
      ? phrase("contents of unknown files")
      : more > 0
        ? phrase("earlier contents of {named} and {count} more", { named, count: more })
        : phrase("earlier contents of {named}", { named });
  const question = phrase("git would show {contents}. Allow it?", { contents });
  const against = await context.requestEffects(effects, context.language.say(question));
  if (against === null) return;
  throw new ToolError(
    "permission-denied",
    `git would show ${english.say(contents)}, so it was not run: ${against} Exclude them with ':(exclude)PATH', or choose other commits.`,
  );
}

/** Null if unknown. */
async function filesShown(
  { words, objects = [], directory }: ShownContents,
  { emptied }: JudgedRepository,
  context: ToolContext,
): Promise<readonly ShownFile[] | null> {
  const run = (given: readonly string[], input = ""): Promise<string | null> =>
    output(given, { directory, emptied, input }, context);
  if (objects.length > 0) {
    const types = await run(
      ["cat-file", "--batch-check=%(objecttype)"],
      objects.map((object) => `${object}^{}\n`).join(""),
    );
    // For an unknown name, git fails on its own.
    return types === null || /^blob$/m.test(types) ? null : [];
  }
  const [first = ""] = words;
  if (first === "ls-tree" || first === "ls-files") {
    const text = await run(words);
    return text === null ? null : listed(text);
  }
  const isDifference = first.startsWith("diff") || (first === "stash" && words[1] === "show");
  const at = words.indexOf("--raw");
  const text = await run([
    ...words.slice(0, at),
    ..."--raw -z --no-abbrev --no-color --no-ext-diff --no-textconv".split(" "),
    ...(isDifference ? [] : ["--format="]),
    ...(/^diff(?!-tree)/.test(first) ? ["--ignore-submodules=dirty"] : []),
    ...words.slice(at + 1),
  ]);
  return text === null ? null : changed(text);
}

/** Errors with which the command itself also fails, so that it shows nothing. */
const nothingThere =
  /unknown revision|bad revision|bad object|not a valid|not a stash|no stash|no such ref|does not exist|yet any commits|does not have any commits|not a tree object|no upstream configured|log for .* only has/i;

/** Null if it took too long, or failed in a way in which the command itself may not fail. */
async function output(
  words: readonly string[],
  place: {
    readonly directory: string;
    readonly emptied: readonly string[];
    readonly input: string;
  },
  { processes, signal, sandbox, workspace }: ToolContext,
): Promise<string | null> {
  const profile = await sandbox();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let errors = "";
  const running = await processes.start({
    program: "git",
    arguments: ["--no-pager", "--no-optional-locks", ...words],
    cwd: place.directory,
    environment: { ...hardenedGitWithout(place.emptied), LC_ALL: "C" },
    untrustedPrograms: workspace.roots,
    input: place.input,
    timeoutMs: TIME_LIMIT_MS,
    signal,
    ...(profile !== null && { sandbox: profile }),
    onOutput(chunk, stream) {
      if (stream !== "stdout") {
        if (errors.length < MAX_ERROR_CHARACTERS) errors += Buffer.from(chunk).toString("utf8");
        return;
      }
      size += chunk.length;
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk);
    },
  });
  const { cause, exitCode } = await running.ended;
  signal.throwIfAborted();
  if (cause !== "exit" || size > MAX_OUTPUT_BYTES) return null;
  if (exitCode !== 0 && !nothingThere.test(errors)) return null;
  return Buffer.concat(chunks).toString("utf8");
}

/** `MODE TYPE ID\tPATH` and `MODE ID STAGE\tPATH`, each ended by a null character. */
function listed(text: string): readonly ShownFile[] {
  return text.split("\0").flatMap((entry) => {
    const [, id, path] = /^\d+ (?:blob )?([\da-f]{40,64})(?: \d)?\t(.*)$/s.exec(entry) ?? [];
    return id === undefined || path === undefined ? [] : [{ id, path }];
  });
}

/**
 * `:MODE MODE ID ID STATUS`, then one path or two, each ended by a null character, among other text. A comparison of
 * several versions has one more colon, mode and id for each.
 */
function changed(text: string): readonly ShownFile[] {
  const parts = text.split("\0");
  const found: ShownFile[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const facts = /:(?:\d{6} ){2,}((?:[\da-f]{40,64} )+)([A-Z]+)\d*$/.exec(parts[at] ?? "");
    if (facts === null) continue;
    const [, ids = "", status = ""] = facts;
    const paths = parts.slice(at + 1, at + (/^[RC]$/.test(status) ? 3 : 2));
    // For a conflict git shows all versions without naming their ids.
    const known = status.includes("U") ? ["in conflict"] : ids.trim().split(" ");
    for (const id of known) {
      if (!/^0+$/.test(id)) found.push(...paths.map((path) => ({ id, path })));
    }
  }
  return found;
}

/** The paths whose shown contents differ from the current file, and whose reading needs approval. */
async function protectedIn(
  files: readonly ShownFile[],
  top: string,
  { workspace }: ToolContext,
): Promise<readonly string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { path, id } of files) {
    const known = ids.get(path);
    if (known === undefined) ids.set(path, new Set([id]));
    else known.add(id);
  }
  const isFew = ids.size <= MAX_JUDGED;
  const found: string[] = [];
  for (const [path, given] of ids) {
    const isSecret = path.split("/").some((name) => isSecretName(name.toLowerCase()));
    if (!isSecret && (!isFew || (await mayRead(path, top, workspace)))) continue;
    if (isSecret && isOnlyOfToday(join(top, path), given, workspace)) continue;
    found.push(path);
  }
  return found;
}

/** A repository may begin above the workspace; paths outside are judged by their names. */
async function mayRead(
  path: string,
  top: string,
  workspace: ToolContext["workspace"],
): Promise<boolean> {
  const isOutside = (await workspace.resolve(top)).root === null;
  return workspace.mayRead(join(isOutside ? (workspace.roots[0] ?? top) : top, path));
}

/** Whether git would show only the current contents of a settings file directly in a root, which redaction knows. */
function isOnlyOfToday(
  path: string,
  ids: ReadonlySet<string>,
  { roots, views }: ToolContext["workspace"],
): boolean {
  const isKnown =
    /^\.(?:env(?:\..*)?|npmrc)$/.test(basename(path)) && roots.includes(dirname(path));
  if (ids.size !== 1 || !isKnown) return false;
  const [id = ""] = ids;
  try {
    const file = openSync(
      placeIn(views, path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return false;
      const bytes = readFileSync(file);
      const hash = createHash(id.length === 40 ? "sha1" : "sha256");
      return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === id;
    } finally {
      closeSync(file);
    }
  } catch {
    // Missing, or not a file: redaction knows no values of it.
    return false;
  }
}
