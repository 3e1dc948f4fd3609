import type { Environment, Jobs, ProcessHost, Workspace } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { FixtureFiles } from "../fixture-files.ts";

/** What a tool under observation is given. */
export interface ContractWorld {
  readonly workspace: Workspace;
  readonly processes?: ProcessHost;
  readonly jobs?: Jobs;
  readonly environment?: Environment;
  close?(): MaybePromise<void>;
}

/** The export `openContractWorld` of a `worldModule`: called for each call with its directory. */
export type OpenContractWorld = (directory: string) => MaybePromise<ContractWorld>;

export interface ToolContractOptions {
  /** The module that exports the tool, as a file URL. Loaded in the observed process. */
  readonly toolModule: string | URL;
  /** A tool, or a list of tools. */
  readonly exportName: string;
  /** Which one of a list. */
  readonly toolName?: string;
  /**
   * A module that exports `openContractWorld`. Without it, the tool gets a workspace in memory that
   * begins with the directory's files, no processes and no environment.
   */
  readonly worldModule?: string | URL;
  /**
   * What is in the workspace before each call; paths that begin with `../outside/` or `../home/`
   * lie outside, where nothing may be touched undeclared. Default: a small tree of files, links
   * and a `.env`.
   */
  readonly files?: FixtureFiles;
  /** Files that the policy lets nobody read unasked. Default: `.env`. */
  readonly unreadable?: readonly string[];
  /**
   * Inputs that the tool is run with for real: everything they declare is allowed, programs and
   * network too. Only with them are the cancellations tried.
   */
  readonly inputs?: readonly Readonly<Record<string, unknown>>[];
  /** Absolute paths of programs that the tool may start without a `run` effect. */
  readonly helpers?: readonly string[];
  /**
   * How many made-up inputs. What they declare beyond the directory is rejected, and no program but
   * the helpers is started. Default: 100.
   */
  readonly fuzzRuns?: number;
  /** Of the made-up inputs. Default: 1. */
  readonly seed?: number;
  /** At how many of its steps each of the `inputs` is cancelled at most. Default: 25. */
  readonly cancelPoints?: number;
  /** After which a call that hasn't ended is a hang. Default: 40,000. */
  readonly runTimeoutMs?: number;
  /** Whether direct reads of `process.env` count, too. Default: false. */
  readonly observesEnvironment?: boolean;
}

/** Covers links, a file that may not be read, and a directory outside. */
export const defaultFiles: FixtureFiles = {
  "../outside/secret.txt": "outside\n",
  "../home/.profile": "export A=1\n",
  "README.md": "# Project\n\nSome words.\n",
  "empty.txt": "",
  "src/main.ts": "export const answer = 42;\n",
  "src/deep/note.txt": "one\ntwo\nthree\n",
  "no-newline.txt": "last line",
  ".env": "TOKEN=not-for-reading\n",
  "link.txt": { link: "README.md" },
  folder: { link: "src" },
  "way-out": { link: "../outside" },
  "binary.bin": Uint8Array.from({ length: 64 }, (_, index) => index * 4),
};

export const defaultUnreadable: readonly string[] = [".env"];
