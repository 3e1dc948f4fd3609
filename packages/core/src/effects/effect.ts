/**
 * Effects: what a call would do to the world, known before it runs. Policy, scheduler, approval,
 * sandbox and journal are made from them; nothing branches on a tool's name.
 *
 * A tool writes paths as it was asked for them; the runtime resolves each one through the
 * workspace and fills the fields marked "by the runtime", so that no tool can forget a link.
 */
export interface PathFacts {
  /** As asked; after the runtime resolved it: absolute and normalised, links not followed. */
  readonly path: string;
  /** By the runtime: the path with every link followed, as far as it exists. */
  readonly realPath?: string;
  /** By the runtime: named outside every root of the workspace. */
  readonly isOutside?: boolean;
}

export interface ReadEffect extends PathFacts {
  readonly type: "read";
  /** Everything below the path, too. */
  readonly recursive?: boolean;
  /**
   * The tool leaves out what the policy doesn't let it read (it asks `workspace.mayRead` for each
   * path), so a recursive read doesn't count as reading the protected paths below. The runtime says
   * so, too, where it looked and found that there are none.
   */
  readonly leavesOutProtected?: boolean;
  /** By the runtime: the handle of an output that the workspace itself keeps, which this reads. */
  readonly keptOutput?: string;
  /** Of a recursive read: only what this absolute pattern of a shell (`*`, `?`, `[…]`) becomes. */
  readonly glob?: string;
  /** Of a recursive read: nothing that has a name with a dot at its beginning on the way there from the path. */
  readonly skipsHidden?: boolean;
}

export interface WriteEffect extends PathFacts {
  readonly type: "write";
  /** Unknown in a claim, which comes before existence is looked at. */
  readonly operation?: "create" | "modify";
  /**
   * Everything below the path, too: a directory that is moved there. As a claim it is only a bound:
   * what lies below is decided by the exact effects.
   */
  readonly recursive?: boolean;
  /** By the runtime: the file has other names (hard links), which may lie outside the roots. */
  readonly isHardLinked?: boolean;
}

export interface DeleteEffect extends PathFacts {
  readonly type: "delete";
  /** By the runtime: false when it is known to be no directory, so that nothing lies below it. */
  readonly isDirectory?: boolean;
}

export interface RunEffect {
  readonly type: "run";
  readonly program: string;
  /** The whole argument vector as parsed, program first. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Every consequence of the command is one of the other effects of the call. */
  readonly specified: boolean;
}

export interface NetworkEffect {
  readonly type: "network";
  readonly host: string;
  readonly port?: number;
  readonly method?: string;
}

export interface EnvironmentEffect {
  readonly type: "environment";
  readonly variable: string;
  /** The variable's value becomes visible, not only its name. */
  readonly value?: boolean;
  /**
   * By the runtime: a placeholder in the input stands for this secret, and the tool gets its value. Asked in
   * every mode, whatever the name looks like.
   */
  readonly isSecret?: boolean;
}

export interface AgentEffect {
  readonly type: "agent";
  readonly agent: string;
}

export interface ExternalEffect {
  readonly type: "external";
  readonly server: string;
  readonly tool: string;
  /** What the server claims of itself. Shown to a person; never a reason to allow. */
  readonly hints?: Readonly<Record<string, unknown>>;
  /**
   * Its definition isn't the one that the person accepted, so that what was allowed was allowed of another
   * tool. Asked in every mode.
   */
  readonly isChanged?: true;
}

export interface UnknownEffect {
  readonly type: "unknown";
  readonly reason: string;
  /** What it is all the same, and denied for: a function that starts itself over and over. */
  readonly hazard?: "fork-bomb";
}

export type Effect =
  | ReadEffect
  | WriteEffect
  | DeleteEffect
  | RunEffect
  | NetworkEffect
  | EnvironmentEffect
  | AgentEffect
  | ExternalEffect
  | UnknownEffect;

export type EffectType = Effect["type"];
export type PathEffect = ReadEffect | WriteEffect | DeleteEffect;

export function isPathEffect(effect: Effect): effect is PathEffect {
  return effect.type === "read" || effect.type === "write" || effect.type === "delete";
}

export function read(
  path: string,
  options: Pick<ReadEffect, "recursive" | "leavesOutProtected"> = {},
): ReadEffect {
  return { type: "read", path, ...options };
}

export function write(
  path: string,
  operation?: "create" | "modify",
  options: Pick<WriteEffect, "recursive"> = {},
): WriteEffect {
  return { type: "write", path, ...(operation !== undefined && { operation }), ...options };
}

/** Deletes the path and, when it is a directory, everything below it. */
export function remove(path: string): DeleteEffect {
  return { type: "delete", path };
}

export function unknown(reason: string): UnknownEffect {
  return { type: "unknown", reason };
}
