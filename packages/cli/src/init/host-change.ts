import { lstatSync, realpathSync, rmSync, statSync } from "node:fs";
import { readSettingsFile, settingsError } from "@toolwright/runtime/internal";
import { replaceSettingsFile } from "../settings/replace-settings-file.ts";
import type { Addition, HostFileFormat } from "./addition.ts";
import { jsonFile } from "./json-file.ts";
import type { MadeChange } from "./made-changes.ts";
import { spliceBetween, withoutSplice } from "./splice.ts";
import { tomlFile } from "./toml-file.ts";

/** A host may keep its whole history in the file. */
const maxBytes = 64 * 1024 * 1024;

/** A change of a host's file. */
export interface HostChange {
  readonly file: string;
  /** Null: there is no such file yet. */
  readonly before: string | null;
  readonly after: string;
  readonly additions: readonly Addition[];
}

/**
 * What additions would make of a host's file; null if everything is there already.
 *
 * Errors: ConfigurationError `settings-invalid` for a file that can't be read, changed or understood.
 */
export function planChange(file: string, wanted: readonly Addition[]): HostChange | null {
  const before = readSettingsFile(file, maxBytes)?.text ?? null;
  let after = before ?? "";
  const additions: Addition[] = [];
  for (const addition of wanted) {
    const added = formatOf(file).add(after, addition, file);
    if (added === null) continue;
    after = added.text;
    additions.push(added.made);
  }
  if (additions.length === 0) return null;
  throwIfReadOnly(file);
  return { file, before, after, additions };
}

/**
 * Writes a change, if the file is still as it was.
 *
 * Errors: ConfigurationError `settings-invalid` for a file that has changed; those of the file system.
 */
export function makeChange({ file, before, after }: HostChange): void {
  if ((readSettingsFile(file, maxBytes)?.text ?? null) !== before) {
    throw settingsError(file, "it has changed in the meantime. Try again");
  }
  replaceSettingsFile(file, after);
}

export function madeChange(host: string, change: HostChange): MadeChange {
  const { file, before, after, additions } = change;
  const splice = spliceBetween(before ?? "", after);
  return { host, file, isNew: before === null, splice, additions };
}

/**
 * Takes back a change, also from a file that has changed since. False: what was added isn't there any more in the
 * same form.
 *
 * Errors: ConfigurationError `settings-invalid` for a file that can't be read, changed or understood.
 */
export function takeBack({ file, isNew, splice, additions }: MadeChange): boolean {
  const read = readSettingsFile(file, maxBytes);
  if (read === null) return false;
  const before = withoutSplice(read.text, splice) ?? withoutAdditions(read.text, file, additions);
  if (before === null) return false;
  throwIfReadOnly(file);
  if (isNew && before === "") rmSync(realpathSync(file));
  else replaceSettingsFile(file, before);
  return true;
}

function withoutAdditions(
  text: string,
  file: string,
  additions: readonly Addition[],
): string | null {
  let left: string | null = text;
  for (const addition of additions) {
    left = left === null ? null : formatOf(file).remove(left, addition, file);
  }
  return left;
}

function formatOf(file: string): HostFileFormat {
  return file.endsWith(".toml") ? tomlFile : jsonFile;
}

/** A rename would replace it nevertheless. */
function throwIfReadOnly(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  if ((statSync(file).mode & 0o222) === 0) throw settingsError(file, "it is read-only");
}
