import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Kills the processes of a runtime that could not end them itself, and removes their sandboxes' mount points. */
export interface Watchdog {
  watch(group: number): void;
  unwatch(group: number): void;
  /** Directories to be removed with the one that each is in, if that is then empty. */
  watchClaims(paths: readonly string[]): void;
  unwatchClaims(paths: readonly string[]): void;
  close(): void;
}

/**
 * Starts a shell that reads until the end of its input, which comes when this process dies for any reason. It
 * then kills the registered groups and, on Linux, all processes with the mark in their environment, and removes
 * the registered directories. The host's signal handling is unaffected.
 *
 * Without a POSIX shell, there is no watchdog.
 */
export function startWatchdog(mark: string): Watchdog {
  if (process.platform === "win32") return none;
  const child = spawn("/bin/sh", ["-c", script, "toolwright-watchdog", mark], {
    cwd: "/",
    // Without the mark, because it would find itself.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
    // A session of its own, so that Ctrl-C does not reach it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const { stdin } = child;
  // There is no shell, or someone killed it. The runtime still ends processes itself.
  child.on("error", ignore);
  stdin.on("error", ignore);
  // Neither the shell nor its pipe keeps this process alive.
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  const tell = (line: string): void => {
    if (stdin.writable) stdin.write(`${line}\n`);
  };
  const tellPaths = (sign: string, paths: readonly string[]): void => {
    // A line is one path. The few with a line break are left to the next sandboxed command.
    for (const path of paths) if (!path.includes("\n")) tell(`${sign}${path}`);
  };
  return {
    watch: (group) => tell(`+${group}`),
    unwatch: (group) => tell(`-${group}`),
    watchClaims: (paths) => tellPaths(">", paths),
    unwatchClaims: (paths) => tellPaths("<", paths),
    close: () => tell("close"),
  };
}

const none: Watchdog = {
  watch: ignore,
  unwatch: ignore,
  watchClaims: ignore,
  unwatchClaims: ignore,
  close: ignore,
};

function ignore(): void {}

/** `$1` is the mark. `groups` has spaces around each number, `claims` line breaks around each path. */
const script = `
groups=' '
line_break='
'
claims=$line_break
while IFS= read -r line; do
  case $line in
    +*) groups="$groups\${line#+} " ;;
    -*) gone=" \${line#-} "; groups="\${groups%%"$gone"*} \${groups#*"$gone"}" ;;
    '>'*) claims="$claims\${line#>}$line_break" ;;
    '<'*) gone="$line_break\${line#<}$line_break"
      claims="\${claims%%"$gone"*}$line_break\${claims#*"$gone"}" ;;
    close) exit 0 ;;
  esac
done
for group in $groups; do kill -KILL "-$group"; done
for round in 1 2 3; do
  for file in $(grep -lsF -- "$1" /proc/[0-9]*/environ); do
    process=\${file#/proc/}
    kill -KILL "\${process%/environ}"
  done
done
set -f
IFS=$line_break
for claim in $claims; do rmdir -- "$claim" && rmdir -- "\${claim%/*}"; done
`;
