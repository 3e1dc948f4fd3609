/** An observed action of a tool, in the terms of effects. */
export type Access = PathAccess | RunAccess | NetworkAccess | EnvironmentAccess;

export type PathOperationSeen = "inspect" | "read" | "list" | "make" | "write" | "delete";

export interface PathAccess {
  readonly type: "path";
  readonly operation: PathOperationSeen;
  /**
   * Absolute, with links followed except the last. The second path is the target if the first is a link.
   */
  readonly places: readonly [string, ...string[]];
  /** Including everything below. */
  readonly isRecursive?: boolean;
  /** The function used: `fs.readFileSync`, `workspace.read`. */
  readonly via: string;
}

export interface RunAccess {
  readonly type: "run";
  readonly program: string;
  /** The program first. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly via: string;
}

export interface NetworkAccess {
  readonly type: "network";
  readonly host: string;
  readonly port?: number;
  readonly method?: string;
  readonly via: string;
}

export interface EnvironmentAccess {
  readonly type: "environment";
  /** `*` for all names. */
  readonly variable: string;
  /** Whether the value was read, not only its existence. */
  readonly value: boolean;
  readonly via: string;
}

export function isChange({ operation }: PathAccess): boolean {
  return operation === "make" || operation === "write" || operation === "delete";
}
