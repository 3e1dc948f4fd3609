import { basename, dirname } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FileVersion } from "@toolwright/core/ports";
import type { FoundPath } from "../paths/path-resolver.ts";
import type { Containment } from "../access/contained-directory.ts";
import { statOf } from "../paths/link-walk.ts";
import { backupName, temporaryName } from "../temporary/temporary-name.ts";
import type { Place, Step, StepNames } from "./step.ts";

/** A FileChange whose paths were resolved and permitted. */
export type PlannedChange =
  | {
      readonly type: "write";
      readonly found: FoundPath;
      readonly bytes: Uint8Array;
      readonly replaces: FileVersion | null;
      readonly mode?: number;
    }
  | { readonly type: "delete"; readonly found: FoundPath; readonly replaces: FileVersion }
  | {
      readonly type: "move";
      readonly found: FoundPath;
      readonly target: FoundPath;
      readonly replaces: FileVersion;
      readonly bytes?: Uint8Array;
    };

/** A step, and what it needs while the process lives. */
export interface Draft {
  readonly step: Step;
  readonly asked: StepNames;
  /** The version that must be at the step's place; null for none. */
  readonly version: FileVersion | null;
  /** For a `put`. */
  readonly content: NewContent | null;
}

export interface NewContent {
  /** Null for the bytes of the file at `like`. */
  readonly bytes: Uint8Array | null;
  readonly mode: number | undefined;
  /** The file whose mode and owner are copied, if not those of the replaced file. */
  readonly like: Place | null;
}

/** Errors: `input-invalid` for a path that appears in two changes. */
export function assertApart(changes: readonly PlannedChange[]): void {
  const seen = new Map<string, string>();
  for (const { asked, resolved } of changes.flatMap(pathsOf)) {
    if (seen.has(resolved.realPath)) {
      throw new ToolError(
        "input-invalid",
        `${shownPath(asked)} is in two changes of one set. Combine them into one.`,
      );
    }
    seen.set(resolved.realPath, asked);
  }
}

export function pathsOf(change: PlannedChange): readonly FoundPath[] {
  return change.type === "move" ? [change.found, change.target] : [change.found];
}

/** The steps of a change; the first one gives the new version. */
export function draftsOf(change: PlannedChange, containment: Containment): readonly Draft[] {
  const at = placeOf(change.found);
  const { asked } = change.found;
  if (change.type === "write") {
    const { bytes, mode, replaces } = change;
    const backup = replaces === null ? null : backupName();
    return [put(at, asked, replaces, backup, { bytes, mode, like: null })];
  }
  const take: Draft = {
    step: { type: "take", at, backup: backupName() },
    asked: { at: asked, to: asked },
    version: change.replaces,
    content: null,
  };
  if (change.type === "delete") return [take];
  const { target, bytes = null } = change;
  const to = placeOf(target);
  if (
    bytes === null &&
    isOneFileSystem(containment.placeOf(at.directory), containment.placeOf(to.directory), asked)
  ) {
    const step: Step = { type: "move", at, to };
    return [
      { step, asked: { at: asked, to: target.asked }, version: change.replaces, content: null },
    ];
  }
  return [put(to, target.asked, null, null, { bytes, mode: undefined, like: at }), take];
}

function put(
  at: Place,
  asked: string,
  version: FileVersion | null,
  backup: string | null,
  content: NewContent,
): Draft {
  const step: Step = { type: "put", at, temporary: temporaryName(), backup };
  return { step, asked: { at: asked, to: asked }, version, content };
}

function placeOf({ resolved }: FoundPath): Place {
  const { root, realPath } = resolved;
  return { root, directory: dirname(realPath), name: basename(realPath) };
}

function isOneFileSystem(from: string, to: string, asked: string): boolean {
  return deviceOf(from, asked) === deviceOf(to, asked);
}

/** The device of the directory, or of the one it would be created in. */
function deviceOf(directory: string, asked: string): number | null {
  for (let path = directory; ; path = dirname(path)) {
    const stats = statOf(path, asked);
    if (stats !== null || path === dirname(path)) return stats?.dev ?? null;
  }
}
