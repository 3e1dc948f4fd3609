// A host in an editor. The tools see what the editor shows, also where it isn't saved, and what they change appears in
// the editor, unsaved. For that the session works in a copy of the folder under the folder's names: a view.
import { constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type AnswerQuestion, defineTool, openToolwright, read, type Toolwright } from "toolwright";
import { openWorkspace } from "@toolwright/workspace";
import { z } from "zod";
import type { Editor } from "./editor.ts";

export interface EditorHost {
  readonly toolwright: Toolwright;
  undo(): Promise<void>;
  close(): Promise<void>;
}

export async function openHost(
  editor: Editor,
  { folder, approver }: { readonly folder: string; readonly approver: AnswerQuestion },
): Promise<EditorHost> {
  const root = await realpath(folder);
  const view = await mkdtemp(join(await realpath(tmpdir()), "editor-view-"));
  const inView = (path: string): string => join(view, relative(root, path));
  await cp(root, view, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const [path, text] of editor.unsaved) await writeFile(inView(path), text);

  // At once, before any tool reads on. Typing wins over a tool's change of the same instant, which the journal keeps.
  // A host also watches the folder for changes by others.
  editor.onType((path, text) => writeFileSync(inView(path), text));

  /** The tools' changes reach the editor, without a pause in which the person could type. */
  function takeOver(path: string): void {
    const place = inView(path);
    const text = existsSync(place) ? readFileSync(place, "utf8") : null;
    if (text !== editor.unsaved.get(path)) editor.edit(path, text);
  }

  const toolwright = await openToolwright({
    workspace: openWorkspace({ roots: [root], views: { [root]: view } }),
    approver,
    tools: [showInEditor, runCell],
    host: {
      // The result of a change says which problems are new.
      async diagnostics(path) {
        takeOver(path);
        return editor.problems(path);
      },
      openInEditor: async (path, line = 1) => editor.show(path, line),
    },
  });
  const { session } = toolwright;
  session.subscribe((event) => {
    if (event.type === "invocation-update") editor.append(event.callId, event.update.output ?? "");
    if (event.type !== "invocation-end") return;
    for (const effect of event.outcome.effects) {
      if (effect.type === "write" || effect.type === "delete") takeOver(effect.path);
    }
  });
  return {
    toolwright,
    async undo() {
      const result = await toolwright.undo();
      if (result.outcome === "done") for (const { path } of result.paths) takeOver(path);
    },
    async close() {
      await toolwright.close();
      await rm(view, { recursive: true });
    },
  };
}

const showInEditor = defineTool({
  name: "show_in_editor",
  kind: "read",
  description: "Shows the person a place in a file.",
  input: z.object({
    path: z.string().describe("The file."),
    line: z.int().min(1).describe("The line, counted from 1."),
  }),
  effects: ({ path }) => [read(path)],
  async execute({ path, line }, { host, workspace }) {
    const place = await workspace.resolve(path);
    await host.openInEditor?.(place.path, line);
    return { content: `${place.displayPath} is shown at line ${line}.` };
  },
});

/** Its output grows while it runs, as that of a notebook's cell. */
const runCell = defineTool({
  name: "run_cell",
  kind: "execute",
  description: "Runs the cell that counts down.",
  input: z.object({ from: z.int().min(1).max(100).describe("The first number.") }),
  effects: () => [],
  async execute({ from }, { update, signal }) {
    for (let left = from; left > 0; left -= 1) {
      signal.throwIfAborted();
      update({ title: `${left} left`, output: `${left}\n` });
      await new Promise(setImmediate);
    }
    return { content: `Counted down from ${from}.` };
  },
});
