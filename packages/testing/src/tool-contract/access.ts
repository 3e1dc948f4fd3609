/** What a tool was seen doing, in the terms in which effects are declared. */
export type Access = PathAccess | RunAccess | NetworkAccess | EnvironmentAccess;

export type PathOperationSeen = "inspect" | "read" | "list" | "make" | "write" | "delete";

export interface PathAccess {
  readonly type: "path";
  readonly operation: PathOperationSeen;
  /**
   * Absolute, links in the middle followed. The first is what was touched; when that is a link
   * itself, the second is where it leads.
   */
  readonly places: readonly [string, ...string[]];
  /** Everything below, too. */
  readonly isRecursive?: boolean;
  /** How it was done: `fs.readFileSync`, `workspace.read`. */
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
  /** `*` for the names of all. */
  readonly variable: string;
  /** The value, not only that there is one. */
  readonly value: boolean;
  readonly via: string;
}

export function isChange({ operation }: PathAccess): boolean {
  return operation === "make" || operation === "write" || operation === "delete";
}
