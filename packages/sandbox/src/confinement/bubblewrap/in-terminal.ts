import { spawnSync } from "node:child_process";

/**
 * How bubblewrap and the command are started in a terminal, where a shell has to prepare it.
 *
 * Ctrl-C goes to bubblewrap, too, and would end it and the sandbox with it, where the command may want to
 * live on. So bubblewrap is started ignoring such signals, which is inherited, and the command inside gets
 * them back by `env`, the one common program that can do that. Without such an `env` Ctrl-C ends the sandbox.
 */
export interface InTerminal {
  /** Comes before bubblewrap. */
  readonly outside: readonly string[];
  /** Comes before the command inside. */
  readonly inside: readonly string[];
}

/** Shapes: `filter` is the file that bubblewrap is to have as its descriptor 4; null for none. */
export function inTerminal(filter: string | null): InTerminal {
  canRestore ??= spawnSync(env, [restore, "true"], { stdio: "ignore" }).status === 0;
  const steps = [
    ...(canRestore ? ['trap "" INT QUIT'] : []),
    ...(filter === null ? [] : ['exec 4< "$0"']),
    'exec "$@"',
  ];
  return {
    outside: ["/bin/sh", "-c", steps.join("; "), filter ?? "sh"],
    inside: canRestore ? [env, restore] : [],
  };
}

const env = "/usr/bin/env";
/** GNU coreutils 8.31 and later. */
const restore = "--default-signal=INT,QUIT";

let canRestore: boolean | undefined;
