import type * as Sqlite from "node:sqlite";

let loaded: typeof Sqlite | undefined;

/**
 * Node's SQLite, loaded by the first use. Node 22 calls it experimental on standard error, once; that
 * one warning is left out, and all others stay.
 */
export function sqlite(): typeof Sqlite {
  loaded ??= withoutItsWarning(() => process.getBuiltinModule("node:sqlite"));
  return loaded;
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
