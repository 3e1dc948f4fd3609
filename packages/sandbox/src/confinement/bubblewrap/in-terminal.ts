import { spawnSync } from "node:child_process";

/**
 * Ctrl-C in a terminal goes to bubblewrap, too, and would end it and the sandbox with it, where the
 * command may want to live on. So bubblewrap is started ignoring such signals, which is inherited, and
 * the command inside gets them back by `env`, the one common program that can do that.
 */
export interface TerminalSignals {
  /** Comes before bubblewrap. */
  readonly outside: readonly string[];
  /** Comes before the command inside. */
  readonly inside: readonly string[];
}

/** For what isn't in a terminal. */
export const noSignals: TerminalSignals = { outside: [], inside: [] };

/** None where `env` can't: then Ctrl-C ends the whole sandbox. */
export function terminalSignals(): TerminalSignals {
  canRestore ??= spawnSync(env, [restore, "true"], { stdio: "ignore" }).status === 0;
  if (!canRestore) return noSignals;
  return {
    outside: ["/bin/sh", "-c", 'trap "" INT QUIT; exec "$@"', "sh"],
    inside: [env, restore],
  };
}

const env = "/usr/bin/env";
/** GNU coreutils 8.31 and later. */
const restore = "--default-signal=INT,QUIT";

let canRestore: boolean | undefined;
