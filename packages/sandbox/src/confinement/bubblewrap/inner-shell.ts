// Process 1 is bubblewrap's, 2 this shell.
const script = `
exec 4>&2 2>/dev/null
trap : TERM INT HUP QUIT
echo started >&3
(exec 2>&4 3>&- 4>&-; exec "$@")
status=$?
round=0
set -- /proc/[0-9]*
while [ $# -gt 2 ] && [ $round -lt 25 ]; do
  /bin/sleep 0.01 3>&- 4>&-
  round=$((round + 1))
  set -- /proc/[0-9]*
done
[ $# -gt 2 ] && echo "left $(($# - 2))" >&3
exit $status
`;

/**
 * The command line of a small shell that runs a command inside the sandbox: `[...this, program, ...]`.
 *
 * When its first process ends, bubblewrap ends all others at once. What writes on for a moment
 * (`tee` behind `>(…)`, a child that is about to end) would be cut off, so the shell waits for the
 * others, up to a quarter of a second, as it is without a sandbox, and reports to descriptor 3 that
 * the command was started and how many it left behind. It lives through being asked to end, so that
 * the command can follow it in its own time; its own remarks on signals go nowhere.
 */
export const innerShell: readonly string[] = ["/bin/sh", "-c", script, "sh"];

export interface InnerReport {
  /** False when bubblewrap failed before. */
  readonly hasStarted: boolean;
  readonly leftBehind: number;
}

/** Reads what came through descriptor 3. */
export function readInnerReport(text: string): InnerReport {
  const [, left = "0"] = /^left (\d{1,9})$/m.exec(text) ?? [];
  return { hasStarted: text.startsWith("started\n"), leftBehind: Number(left) };
}
