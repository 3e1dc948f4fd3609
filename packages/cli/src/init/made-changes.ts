import { join } from "node:path";
import { readSettingsFile, settingsError } from "@toolwright/runtime/internal";
import { replaceSettingsFile } from "../settings/replace-settings-file.ts";
import type { Addition } from "./addition.ts";
import type { Splice } from "./splice.ts";

/** A change that was made to a host's file. */
export interface MadeChange {
  readonly host: string;
  /** Absolute. */
  readonly file: string;
  /** Whether the change made the file. */
  readonly isNew: boolean;
  readonly splice: Splice;
  readonly additions: readonly Addition[];
}

/** The changes that `toolwright init` has made on this machine, oldest first. */
export class MadeChanges {
  readonly #file: string;

  constructor(stateDirectory: string) {
    this.#file = join(stateDirectory, "init.json");
  }

  /** Errors: ConfigurationError `settings-invalid` for a file that isn't one of these. */
  list(): readonly MadeChange[] {
    const text = readSettingsFile(this.#file)?.text;
    if (text === undefined) return [];
    const changes = changesIn(text);
    if (changes !== null) return changes;
    throw settingsError(
      this.#file,
      "it isn't a list of changes. Remove it, and undo the changes by hand",
    );
  }

  replace(changes: readonly MadeChange[]): void {
    replaceSettingsFile(this.#file, `${JSON.stringify({ version: 1, changes }, null, 2)}\n`);
  }
}

function changesIn(text: string): readonly MadeChange[] | null {
  try {
    const { version, changes } = JSON.parse(text) as { version?: unknown; changes?: unknown };
    return version === 1 && Array.isArray(changes) && changes.every(isChange) ? changes : null;
  } catch {
    return null;
  }
}

function isChange(value: unknown): value is MadeChange {
  const { host, file, isNew, splice, additions } = value as Partial<MadeChange>;
  return (
    [host, file, splice?.removed, splice?.inserted].every((text) => typeof text === "string") &&
    typeof isNew === "boolean" &&
    Number.isSafeInteger(splice?.offset) &&
    splice?.inserted !== "" &&
    Array.isArray(additions) &&
    additions.every(({ path }: Partial<Addition>) => path?.length === 1 || path?.length === 2)
  );
}
