import type {
  Agents,
  Environment,
  Jobs,
  LanguageServers,
  Memory,
  ProcessHost,
  Programs,
  Skills,
  Web,
  WebSearch,
  Workspace,
} from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { FixtureFiles } from "../fixture-files.ts";

/** The world of a tool under observation. */
export interface ContractWorld {
  readonly workspace: Workspace;
  readonly processes?: ProcessHost;
  readonly jobs?: Jobs;
  readonly programs?: Programs;
  readonly web?: Web;
  readonly webSearch?: WebSearch;
  readonly languageServers?: LanguageServers;
  readonly environment?: Environment;
  readonly memory?: Memory;
  readonly skills?: Skills;
  readonly agents?: Agents;
  close?(): MaybePromise<void>;
}

/** The export `openContractWorld` of a `worldModule`: called for each call with its directory. */
export type OpenContractWorld = (directory: string) => MaybePromise<ContractWorld>;

export interface ToolContractOptions {
  /** The file URL of the module that exports the tool. Loaded in the observed process. */
  readonly toolModule: string | URL;
  /** Exports a tool or a list of tools. */
  readonly exportName: string;
  /** The name of one tool of a list. */
  readonly toolName?: string;
  /**
   * A module that exports `openContractWorld`. Without it, the tool gets a workspace in memory with the
   * directory's files, no processes and no environment.
   */
  readonly worldModule?: string | URL;
  /**
   * The initial content of the workspace. Paths that begin with `../outside/` or `../home/` lie outside,
   * where every undeclared access is a violation. Default: a small tree of files, links and a `.env`.
   */
  readonly files?: FixtureFiles;
  /** Files whose reads need approval. Default: `.env`. */
  readonly unreadable?: readonly string[];
  /**
   * Inputs to run for real: all their declared effects are allowed, including programs and network. Only
   * these are tried with cancellations.
   */
  readonly inputs?: readonly Readonly<Record<string, unknown>>[];
  /** Absolute paths of programs that the tool may start without a `run` effect. */
  readonly helpers?: readonly string[];
  /**
   * The number of generated inputs. Their effects outside the directory are rejected, and only helpers are
   * started. Default: 100.
   */
  readonly fuzzRuns?: number;
  /** The seed of the generated inputs. Default: 1. */
  readonly seed?: number;
  /** The limit of steps at which each of the `inputs` is cancelled. Default: 25. */
  readonly cancelPoints?: number;
  /** The time after which a call counts as a hang. Default: 40,000. */
  readonly runTimeoutMs?: number;
  /** Whether direct reads of `process.env` count. Default: false. */
  readonly observesEnvironment?: boolean;
}

/** Includes links, an unreadable file and a directory outside. */
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
