import { ToolError } from "@toolwright/core";
import type { FileEdits, SourceRange } from "@toolwright/core/ports";
import { isRecord, pathOf, rangeIn } from "./protocol-types.ts";

/**
 * The text edits of a server's workspace edit, by file.
 *
 * Errors: `command-failed` for anything but edits of text, as a part of a rename would be worse than none.
 */
export function renameEdits(answer: unknown): readonly FileEdits[] {
  if (answer === null || answer === undefined) return [];
  if (!isRecord(answer)) throw notUnderstood("no edit");
  const byPath = new Map<string, { readonly range: SourceRange; readonly text: string }[]>();
  const add = (uri: unknown, edits: unknown): void => {
    const path = pathOf(uri);
    if (path === null || !Array.isArray(edits)) throw notUnderstood("an edit outside of files");
    const list = byPath.get(path) ?? [];
    byPath.set(path, list);
    for (const edit of edits) {
      const range = isRecord(edit) ? rangeIn(path, edit["range"]) : null;
      const text = isRecord(edit) ? edit["newText"] : undefined;
      if (range === null || typeof text !== "string")
        throw notUnderstood("an edit without a place");
      list.push({ range, text });
    }
  };
  const { documentChanges, changes } = answer;
  for (const change of Array.isArray(documentChanges) ? documentChanges : []) {
    const document = isRecord(change) ? change["textDocument"] : undefined;
    if (!isRecord(document)) throw notUnderstood("a change of files");
    add(document["uri"], (change as { readonly edits?: unknown }).edits);
  }
  if (documentChanges === undefined && isRecord(changes)) {
    for (const [uri, edits] of Object.entries(changes)) add(uri, edits);
  }
  return Array.from(byPath, ([path, edits]) => ({ path, edits }));
}

function notUnderstood(what: string): ToolError {
  return new ToolError(
    "command-failed",
    `The language server's rename contains ${what}, so nothing was changed. Rename by edits instead.`,
  );
}
