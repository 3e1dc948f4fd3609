import type { Workspace } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { FixtureEntry } from "../fixture-files.ts";

/** A workspace of one root, which is its current directory, and the hand of another program. */
export interface WorkspaceContractFixture {
  readonly workspace: Workspace;
  /** Puts something at a path (relative to the root, or absolute) in the place of what is there. */
  put(path: string, entry: FixtureEntry): MaybePromise<void>;
  /** The content of the file at the path itself; undefined when there is none. */
  text(path: string): MaybePromise<string | undefined>;
  close(): MaybePromise<void>;
}

/** The two functions of a test library that the suite is written with. */
export interface ContractTestFunctions {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}
