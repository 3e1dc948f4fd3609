// Folders for the examples: what they change must be nobody's.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Scratch {
  readonly workspace: string;
  readonly read: (name: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** A new workspace with these files. Settings and state of the process are in new folders, too. */
export async function openScratch(files: Readonly<Record<string, string>>): Promise<Scratch> {
  const folder = (name: string) => mkdtemp(join(tmpdir(), `toolwright-example-${name}-`));
  const workspace = await folder("workspace");
  const state = await folder("state");
  process.env["XDG_STATE_HOME"] = state;
  process.env["XDG_CONFIG_HOME"] = state;
  for (const [name, text] of Object.entries(files)) await writeFile(join(workspace, name), text);
  return {
    workspace,
    read: (name) => readFile(join(workspace, name), "utf8"),
    remove: async () => {
      await rm(workspace, { recursive: true });
      await rm(state, { recursive: true });
    },
  };
}
