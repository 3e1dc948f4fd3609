import { realRoot } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../program-context.ts";

/** A word for a shell, always in single quotes. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The flag for a command about a folder that isn't the current one, with a space before it. */
export function workspaceFlag(folder: string, { cwd }: Pick<ProgramContext, "cwd">): string {
  return realRoot(cwd) === folder ? "" : ` --workspace ${shellWord(folder)}`;
}
