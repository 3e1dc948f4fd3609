import type { Effect } from "../effects/effect.ts";
import type { RunEffect } from "../effects/kinds/run.ts";
import type { SandboxProfile } from "./sandbox-profile.ts";
import type { MaybePromise, ResolvedPath, WorkspaceAccess } from "./workspace.ts";

/** Something that a language server or checker says about a place in a file. */
export interface Problem {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
  /** The program and its code for the problem, such as `ts 2322`; `""` if unknown. */
  readonly source: string;
}

/** A place in a file: lines and columns are 1-based, columns in UTF-16 units. */
export interface SourcePosition {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A part of a file, without the character at its end. */
export interface SourceRange extends SourcePosition {
  readonly endLine: number;
  readonly endColumn: number;
}

/** A named declaration in a file. */
export interface DeclaredSymbol {
  readonly name: string;
  /** The names of the declarations around it, outermost first. */
  readonly containers: readonly string[];
  /** The name itself. */
  readonly range: SourceRange;
}

/** The replacements of one file, in any order and without overlaps. */
export interface FileEdits {
  /** Absolute. */
  readonly path: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

/** The result of a check. */
export interface Diagnosis {
  readonly problems: readonly Problem[];
  /** The programs that checked, such as `typescript`. */
  readonly checkers: readonly string[];
  readonly checkedFiles: number;
  /** Limits and faults, one sentence each: files that weren't checked, a program that failed. */
  readonly notes: readonly string[];
}

/** What one call lends to language servers. */
export interface LanguageServerUse {
  readonly signal: AbortSignal;
  readonly workspace: WorkspaceAccess;
  /** Whether this command was decided for the call. */
  readonly mayStart: (command: RunEffect) => boolean;
  /**
   * The profile for a server: it may read the workspace except protected files, write nothing and reach no
   * host. Null when nothing is confined. Errors: `command-failed` when a sandbox is required and none works.
   */
  readonly sandbox: () => Promise<SandboxProfile | null>;
}

/** Compares problems before and after a call's changes. */
export interface ChangeWatch {
  /** The problems that the changes brought, within about a second; none if it isn't known in time. Never rejects. */
  newProblems(use: LanguageServerUse): Promise<readonly Problem[]>;
}

/**
 * Programs that understand source code, started when first needed and stopped with the session.
 *
 * Errors (ToolError): `tool-not-available` when no program for the files is found or the file's program wasn't
 * decided, `command-failed` when it crashes, answers nonsense or sends too much, `timeout` when it doesn't
 * answer, and those of the workspace.
 */
export interface LanguageServers {
  /**
   * The commands that a use for these paths would start, for the policy; none for programs that already run.
   * Looks for programs and project files by name. Never throws.
   */
  starts(paths: readonly ResolvedPath[]): MaybePromise<readonly RunEffect[]>;
  /** Checks files, or everything below directories. Paths are as in `WorkspaceAccess`. */
  diagnose(paths: readonly string[], use: LanguageServerUse): Promise<Diagnosis>;
  symbolsIn(path: string, use: LanguageServerUse): Promise<readonly DeclaredSymbol[]>;
  definition(at: SourcePosition, use: LanguageServerUse): Promise<readonly SourceRange[]>;
  /** Includes the declaration. */
  references(at: SourcePosition, use: LanguageServerUse): Promise<readonly SourceRange[]>;
  rename(
    at: SourcePosition,
    newName: string,
    use: LanguageServerUse,
  ): Promise<readonly FileEdits[]>;
  /** Called right before a call changes files. Null if no program could tell what that breaks. Never rejects. */
  watch(effects: readonly Effect[], use: LanguageServerUse): MaybePromise<ChangeWatch | null>;
  /** Stops all programs. Never rejects. */
  close(): Promise<void>;
}

type Bound<Method> = Method extends (...given: [...infer Given, LanguageServerUse]) => infer Result
  ? (...given: Given) => Result
  : never;

/** Language servers as a call uses them. */
export type LanguageServerAccess = {
  readonly [Name in "diagnose" | "symbolsIn" | "definition" | "references" | "rename"]: Bound<
    LanguageServers[Name]
  >;
};
