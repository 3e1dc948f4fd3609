import type * as Sqlite from "node:sqlite";
import { JournalError } from "../journal/journal-error.ts";

let loaded: typeof Sqlite | undefined;

/**
 * Node's SQLite, loaded on first use. Node 22 prints one warning that it is experimental; that
 * warning is suppressed.
 *
 * Errors: JournalError `unavailable` where Node was built or started without SQLite.
 */
export function sqlite(): typeof Sqlite {
  loaded ??= withoutItsWarning(load);
  return loaded;
}

function load(): typeof Sqlite {
  // The value is undefined under `--no-experimental-sqlite` and in builds without SQLite, despite
  // its type.
  const module: typeof Sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (module !== undefined) return module;
  throw new JournalError(
    "unavailable",
    "This Node.js has no SQLite, which the journal, undo and the locks between processes need. Start it without --no-experimental-sqlite, or use a build of nodejs.org.",
  );
}

function withoutItsWarning<T>(load: () => T): T {
  // Called as the process's own method below.
  // oxlint-disable-next-line typescript/unbound-method
  const { emitWarning } = process;
  process.emitWarning = (...given: readonly unknown[]): void => {
    const [warning, type] = given;
    const isIt = type === "ExperimentalWarning" && String(warning).includes("SQLite");
    if (!isIt) Reflect.apply(emitWarning, process, given);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
