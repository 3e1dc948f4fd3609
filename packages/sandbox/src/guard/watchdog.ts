import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Kills what a runtime leaves behind that had no time to do it itself. */
export interface Watchdog {
  watch(group: number): void;
  unwatch(group: number): void;
  close(): void;
}

/**
 * Starts a shell that waits for the end of its input, which comes when this process is gone, by
 * whatever signal or crash, and then kills the groups it was told of and, on Linux, whatever has
 * the mark in its environment. The embedding program's signal handling stays its own.
 *
 * Where there is no POSIX shell, it watches nothing.
 */
export function startWatchdog(mark: string): Watchdog {
  if (process.platform === "win32") return none;
  const child = spawn("/bin/sh", ["-c", script, "toolwright-watchdog", mark], {
    cwd: "/",
    // Without the mark, or it would find itself.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
    // A session of its own: Ctrl-C in the terminal is not for it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const { stdin } = child;
  // No shell, or somebody killed it: the runtime's own ways remain.
  child.on("error", ignore);
  stdin.on("error", ignore);
  // Neither the shell nor the pipe to it keeps this process alive.
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  const tell = (line: string): void => {
    if (stdin.writable) stdin.write(`${line}\n`);
  };
  return {
    watch: (group) => tell(`+${group}`),
    unwatch: (group) => tell(`-${group}`),
    close: () => tell("close"),
  };
}

const none: Watchdog = { watch: ignore, unwatch: ignore, close: ignore };

function ignore(): void {}

/** `$1` is the mark. `groups` has a space around each number. */
const script = `
groups=' '
while IFS= read -r line; do
  case $line in
    +*) groups="$groups\${line#+} " ;;
    -*) gone=" \${line#-} "; groups="\${groups%%"$gone"*} \${groups#*"$gone"}" ;;
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
`;
