import {
  defineTool,
  type Preparation,
  deletion,
  ToolError,
  type WorkspaceAccess,
} from "@toolwright/core";
import { english, type FileState, type Phrase } from "@toolwright/core/internal";
import type { FileKind } from "@toolwright/core/ports";
import { z } from "zod";
import { missingPath } from "./change/missing-path.ts";
import {
  type Contents,
  countContents,
  isSameContents,
  walkContents,
} from "./change/walk-contents.ts";
import { counted, phrase } from "./language/phrase.ts";
import { countText } from "./text/number-text.ts";

/** Beyond this, entries are deleted but not counted. */
const MAX_COUNTED_ENTRIES = 10_000;

const input = z.strictObject({
  path: z.string().min(1).describe("What to delete."),
  recursive: z.boolean().optional().describe("Required for a directory that isn't empty."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  kind: z.enum(["file", "directory", "link", "other"]).describe("What was deleted."),
  entries: z
    .int()
    .describe(
      `How many files and directories were in it, counted up to ${countText(MAX_COUNTED_ENTRIES)}.`,
    ),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly kind: FileKind;
  readonly recursive: boolean;
  readonly contents: Contents;
}

const nothing: Contents = { entries: [], isCut: false };

/** Deletes a file, a link, or a directory. */
export const deletePath = defineTool<Input, Prepared, Output>({
  name: "delete_path",
  title: "Delete",
  kind: "delete",
  version: "1",
  description: {
    summary: "Deletes a file, a link, or a directory with all its contents.",
    details: "Delete only what the task asks for. Deletes a link itself, never its target.",
    samples: [
      { input: { path: "src/unused.ts" } },
      { input: { path: "build", recursive: true }, note: "a directory with all its contents" },
    ],
  },
  category: "files",
  tags: ["remove", "rm", "unlink", "rmdir"],

  aliases: { file_path: "path", filePath: "path", uri: "path" },
  input,
  output,
  effects: ({ path }) => [deletion(path)],
  async prepare({ path, recursive = false }, { workspace, language }) {
    const stat = await workspace.stat(path);
    if (stat === null) throw await missingPath(workspace, path);
    const { displayPath } = await workspace.resolve(path);
    const { kind } = stat;
    const contents = kind === "directory" ? await contentsOf(workspace, path) : nothing;
    if (contents.entries.length > 0 && !recursive) throw notEmpty(displayPath, contents);
    return {
      summary: language.say(
        contents.entries.length === 0
          ? phrase("Delete {path}", { path: displayPath })
          : phrase("Delete {path}: {contents}", {
              path: displayPath,
              contents: contentPhrase(contents),
            }),
      ),
      // Each protected path needs its own decision, not only the directory's.
      effects: [path, ...closedPaths(contents)].map(deletion),
      ...(kind === "file" && { basedOn: await stateOf(workspace, path) }),
      prepared: { path, displayPath, kind, recursive, contents },
    } satisfies Preparation<Prepared>;
  },
  async execute({ path, displayPath, kind, recursive, contents }, { workspace }) {
    if (kind === "directory") await assertSame(workspace, path, contents);
    await workspace.remove(path, { recursive });
    const what = { file: "the file", directory: "the directory", link: "the link", other: "" }[
      kind
    ];
    return {
      content: `Deleted ${what} '${displayPath}'${contentText(contents, ", which held ")}.`,
      structured: { path: displayPath, kind, entries: contents.entries.length },
    };
  },
});

/** A directory that the policy does not let the call list is still deleted once a person allows it. */
async function contentsOf(workspace: WorkspaceAccess, path: string): Promise<Contents> {
  if (!(await workspace.mayRead(path))) return nothing;
  return walkContents(workspace, path, MAX_COUNTED_ENTRIES);
}

function closedPaths({ entries }: Contents): readonly string[] {
  return entries.filter(({ isClosed }) => isClosed).map(({ path }) => path);
}

async function stateOf(workspace: WorkspaceAccess, path: string): Promise<readonly FileState[]> {
  return [{ path, version: await workspace.version(path) }];
}

/** Entries added to the directory while a person was prompted are not approved. */
async function assertSame(
  workspace: WorkspaceAccess,
  path: string,
  before: Contents,
): Promise<void> {
  if (isSameContents(await contentsOf(workspace, path), before)) return;
  const { displayPath } = await workspace.resolve(path);
  throw new ToolError(
    "file-changed",
    `The contents of '${displayPath}' changed before the deletion, so nothing was deleted. Try again.`,
  );
}

function notEmpty(displayPath: string, contents: Contents): ToolError {
  return new ToolError(
    "not-a-file",
    `'${displayPath}' is a directory${contentText(contents, " with ")}. Set recursive: true to delete all of it.`,
    { details: { entries: contents.entries.length } },
  );
}

function contentText(contents: Contents, before: string): string {
  return contents.entries.length === 0 ? "" : before + english.say(contentPhrase(contents));
}

function contentPhrase(contents: Contents): Phrase {
  const { files, directories, others } = countContents(contents);
  if (contents.isCut) return phrase("more than {count} entries", { count: MAX_COUNTED_ENTRIES });
  const parts = [
    ...(files > 0 ? [counted("{count} file", "{count} files", { count: files })] : []),
    ...(directories > 0
      ? [counted("{count} directory", "{count} directories", { count: directories })]
      : []),
    ...(others > 0
      ? [
          counted("{count} link or special file", "{count} links or special files", {
            count: others,
          }),
        ]
      : []),
  ];
  const [only] = parts;
  const first = parts.slice(0, -1);
  if (only !== undefined && first.length === 0) return only;
  return phrase("{first} and {last}", { first, last: parts.slice(-1) });
}
