import type { Workspace } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { FixtureEntry } from "../fixture-files.ts";

/** A workspace with one root, its current directory, and access as another program. */
export interface WorkspaceContractFixture {
  readonly workspace: Workspace;
  /** Writes a path (relative to the root, or absolute), replacing what exists. */
  put(path: string, entry: FixtureEntry): MaybePromise<void>;
  /** The file's content; undefined if there is no file. */
  text(path: string): MaybePromise<string | undefined>;
  close(): MaybePromise<void>;
}

/** The two test library functions that the suite needs. */
export interface ContractTestFunctions {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}
