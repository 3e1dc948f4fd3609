import type { RunEffect } from "@toolwright/core/internal";
import type { OutputFormat } from "./known-programs.ts";

interface Program {
  /** The name of the server or command, for people. */
  readonly id: string;
  /** The effect of starting it; its words are what is started. */
  readonly run: RunEffect;
  /** The folder that it works on: the real path of a workspace root or of a directory in it. */
  readonly folder: string;
  /** File extensions with their language identifiers. */
  readonly languages: Readonly<Record<string, string>>;
}

/** A language server of a workspace. */
export interface ServerProgram extends Program {
  readonly kind: "server";
  readonly checksClosedFiles: boolean;
  readonly initializationOptions: unknown;
}

/** A checking command of a workspace. */
export interface CommandProgram extends Program {
  readonly kind: "command";
  readonly format: OutputFormat;
  readonly takesPaths: boolean;
}

/** A program that can check files of a workspace. */
export type Checker = ServerProgram | CommandProgram;

/** Identifies a checker in a session: what would be started, and where. */
export function keyOf({ id, run }: Checker): string {
  return JSON.stringify([id, run.cwd, ...run.words]);
}

/** The extension of a file's name in lower case, with its full stop; `""` for none. */
export function extensionOf(path: string): string {
  return /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}
