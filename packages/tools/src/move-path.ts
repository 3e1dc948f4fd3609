import { counted, phrase } from "./language/phrase.ts";
import {
  defineTool,
  type Effect,
  deletion,
  ToolError,
  type WorkspaceAccess,
  write,
} from "@toolwright/core";
import type { FileState } from "@toolwright/core/internal";
import type { FileKind } from "@toolwright/core/ports";
import { z } from "zod";
import { missingPath } from "./change/missing-path.ts";
import { type Contents, isSameContents, walkContents } from "./change/walk-contents.ts";
import { joinPath } from "./directory/join-path.ts";
import { countOf, countText } from "./text/number-text.ts";

/** A directory's entries are decided one by one, so their number is limited. */
const MAX_ENTRIES = 1_000;

const input = z.strictObject({
  from: z.string().min(1).describe("What to move."),
  to: z
    .string()
    .min(1)
    .describe("The whole new path, name included. Missing directories are made."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  from: z.string().describe("Relative to the workspace's root."),
  to: z.string().describe("Relative to the workspace's root."),
  kind: z.enum(["file", "directory", "link", "other"]).describe("What was moved."),
  entries: z.int().describe("How many files and directories were in it."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly from: string;
  readonly to: string;
  readonly shownFrom: string;
  readonly shownTo: string;
  readonly kind: FileKind;
  readonly contents: Contents;
}

const nothing: Contents = { entries: [], isCut: false };

/** Moves or renames a file, a link, or a directory. */
export const movePath = defineTool<Input, Prepared, Output>({
  name: "move_path",
  title: "Move",
  kind: "move",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Moves or renames a file, a link, or a directory with all its contents.",
    details:
      "Never overwrites. Does not update references to the old path in other files. For a copy, write a new file.",
    samples: [
      { input: { from: "src/util.ts", to: "src/text/pad.ts" } },
      { input: { from: "docs/old", to: "docs/archive" }, note: "a directory" },
    ],
  },
  category: "files",
  tags: ["rename", "mv"],

  aliases: { source: "from", destination: "to" },
  input,
  output,
  async effects({ from, to }, context) {
    // A path of unknown kind may be a directory by the time of the move.
    const recursive = (await context.resolve(from)).isDirectory !== false;
    return [deletion(from), write(to, "create", recursive ? { recursive } : {})];
  },
  async prepare({ from, to }, { workspace, language }) {
    const stat = await workspace.stat(from);
    if (stat === null) throw await missingPath(workspace, from);
    const { displayPath: shownFrom } = await workspace.resolve(from);
    const { displayPath: shownTo } = await workspace.resolve(to);
    await assertFree(workspace, to);
    const { kind } = stat;
    const contents = kind === "directory" ? await contentsOf(workspace, from) : nothing;
    if (contents.isCut) throw tooMany(shownFrom);
    const count = contents.entries.length;
    return {
      summary: language.say(
        count === 0
          ? phrase("Move {from} to {to}", { from: shownFrom, to: shownTo })
          : counted(
              "Move {from} to {to} with {count} entry in it",
              "Move {from} to {to} with {count} entries in it",
              { from: shownFrom, to: shownTo, count },
            ),
      ),
      effects: [
        ...[from, ...closedIn(contents)].map(deletion),
        ...(await writesOf(workspace, { from, to, kind, contents })),
      ],
      ...(kind === "file" && { basedOn: await stateOf(workspace, from) }),
      prepared: { from, to, shownFrom, shownTo, kind, contents },
    };
  },
  async execute({ from, to, shownFrom, shownTo, kind, contents }, { workspace }) {
    if (kind === "directory" && !isSameContents(await contentsOf(workspace, from), contents)) {
      throw new ToolError(
        "file-changed",
        `The contents of '${shownFrom}' changed before the move, so nothing was moved. Try again.`,
      );
    }
    await workspace.move(from, to);
    const { length: entries } = contents.entries;
    const what = entries > 0 ? ` with ${entriesText(entries)}` : "";
    return {
      content: `Moved '${shownFrom}' to '${shownTo}'${what}.`,
      structured: { from: shownFrom, to: shownTo, kind, entries },
    };
  },
});

async function assertFree(workspace: WorkspaceAccess, to: string): Promise<void> {
  const stat = await workspace.stat(to);
  if (stat === null) return;
  const { displayPath } = await workspace.resolve(to);
  const advice =
    stat.kind === "directory"
      ? ` To move something into it, give the whole new path, such as '${displayPath}/name'.`
      : " Choose another name, or delete it first.";
  throw new ToolError(
    "file-changed",
    `'${displayPath}' already exists, and a move never overwrites.${advice}`,
  );
}

/** A directory that the policy does not let the call list is decided as a whole. */
async function contentsOf(workspace: WorkspaceAccess, path: string): Promise<Contents> {
  if (!(await workspace.mayRead(path))) return nothing;
  return walkContents(workspace, path, MAX_ENTRIES);
}

/** Every new path, so that rules about single paths apply; a closed directory counts with all its contents. */
async function writesOf(
  workspace: WorkspaceAccess,
  { from, to, kind, contents }: Pick<Prepared, "from" | "to" | "kind" | "contents">,
): Promise<readonly Effect[]> {
  const isClosed = kind === "directory" && !(await workspace.mayRead(from));
  const written = (path: string, isWhole: boolean): Effect =>
    write(path, "create", isWhole ? { recursive: true } : {});
  return [
    written(to, isClosed),
    ...contents.entries.map((entry) =>
      written(joinPath(to, entry.below), entry.isClosed && entry.kind === "directory"),
    ),
  ];
}

function closedIn({ entries }: Contents): readonly string[] {
  return entries.filter(({ isClosed }) => isClosed).map(({ path }) => path);
}

async function stateOf(workspace: WorkspaceAccess, path: string): Promise<readonly FileState[]> {
  return [{ path, version: await workspace.version(path) }];
}

function tooMany(shownFrom: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${shownFrom}' has more than ${countText(MAX_ENTRIES)} entries, too many to decide one by one. Move its parts, or use a command.`,
  );
}

const entriesText = (count: number): string => countOf(count, "entry in it", "entries in it");
