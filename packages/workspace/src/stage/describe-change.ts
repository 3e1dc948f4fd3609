import { isUtf8 } from "node:buffer";
import type { StagedFile } from "@toolwright/core/ports";
import type { PathState } from "../journal/journal-store.ts";
import type { StagedContents } from "./staged-contents.ts";

/** A unified diff of two texts; null stands for no file. */
export type DiffText = (path: string, before: string | null, after: string | null) => string;

/** Larger contents are told by their size. */
const maxDiffedBytes = 1024 * 1024;

interface Described {
  readonly path: string;
  readonly display: string;
  readonly base: PathState;
  readonly to: PathState;
}

/** One change for people and the policy. */
export function describeChange(
  { path, display, base, to }: Described,
  how: { readonly contents: StagedContents; readonly diff: DiffText },
): StagedFile {
  const facts = { path, realPath: path };
  const diff = diffOf({ path, display, base, to }, how);
  if (to.kind === "absent") {
    return { path: display, change: "delete", diff, effect: { type: "delete", ...facts } };
  }
  const change = base.kind === "absent" ? "create" : "modify";
  return { path: display, change, diff, effect: { type: "write", ...facts, operation: change } };
}

function diffOf(
  { display, base, to }: Described,
  { contents, diff }: { readonly contents: StagedContents; readonly diff: DiffText },
): string {
  const [before, after] = [textOf(base, contents), textOf(to, contents)];
  const modes = modeChange(base, to);
  if (before === undefined || after === undefined) return `${modes}${inWords(display, base, to)}`;
  return before === after && modes !== "" ? modes : modes + diff(display, before, after);
}

/** Null for no file, undefined for anything without a text. */
function textOf(state: PathState, contents: StagedContents): string | null | undefined {
  if (state.kind === "absent") return null;
  if (state.kind !== "file" || state.blob === null || state.size > maxDiffedBytes) return undefined;
  const bytes = contents.read(state.blob);
  return isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(bytes).toString() : undefined;
}

function modeChange(base: PathState, to: PathState): string {
  if (!("mode" in base) || !("mode" in to) || base.mode === to.mode || base.kind !== to.kind)
    return "";
  return `mode ${base.mode.toString(8)} -> ${to.mode.toString(8)}\n`;
}

function inWords(display: string, base: PathState, to: PathState): string {
  return `${display}: ${nameOf(base)} -> ${nameOf(to)}\n`;
}

function nameOf(state: PathState): string {
  switch (state.kind) {
    case "absent":
      return "nothing";
    case "file":
      return `a file of ${state.size} bytes`;
    case "directory":
      return "a folder";
    case "link":
      return `a link to ${state.target}`;
    case "other":
      return state.reason?.replace(/^it is /, "") ?? "something else";
  }
}
