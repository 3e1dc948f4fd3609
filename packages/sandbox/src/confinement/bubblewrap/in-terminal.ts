import { spawnSync } from "node:child_process";

/**
 * Wraps bubblewrap and the command in a terminal that a shell has to prepare.
 *
 * Ctrl-C also reaches bubblewrap and would end the sandbox, although the command may want to continue. So
 * bubblewrap starts with such signals ignored, which its children inherit; inside, `env` restores them for
 * the command. No other common program can do that. Without a suitable `env`, Ctrl-C ends the sandbox.
 */
export interface InTerminal {
  /** Placed before bubblewrap. */
  readonly outside: readonly string[];
  /** Placed before the command inside. */
  readonly inside: readonly string[];
}

/** Shapes: `filter` is the file for bubblewrap's descriptor 4; null for none. */
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
/** Present in GNU coreutils 8.31 and later. */
const restore = "--default-signal=INT,QUIT";

let canRestore: boolean | undefined;
