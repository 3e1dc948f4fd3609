export type WorkspaceErrorCode =
  | "root-missing"
  | "root-not-directory"
  | "root-too-broad"
  | "root-invalid"
  | "cwd-invalid"
  | "grants-invalid"
  | "state-unavailable";

const workspaceErrorBrand = Symbol.for("toolwright.workspace-error");

/**
 * A workspace, or its stored state, can't be opened as requested. For the person who configures it,
 * not for a model: the message names host paths.
 */
export class WorkspaceError extends Error {
  readonly [workspaceErrorBrand] = true;
  readonly code: WorkspaceErrorCode;
  /** The path concerned, absolute where it could be resolved. */
  readonly path: string;

  constructor(code: WorkspaceErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "WorkspaceError";
    this.code = code;
    this.path = path;
  }

  /** True for a WorkspaceError of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is WorkspaceError {
    return typeof value === "object" && value !== null && workspaceErrorBrand in value;
  }
}
