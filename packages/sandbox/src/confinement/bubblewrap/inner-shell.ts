// Process 1 is bubblewrap's, process 2 this shell.
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
 * When its first process ends, bubblewrap kills all others at once. That would cut off processes that write a
 * moment longer, such as `tee` behind `>(…)`. So the shell waits up to a quarter of a second for the others,
 * as happens without a sandbox. It reports to descriptor 3 that the command started and how many processes it
 * left behind. It ignores SIGTERM, so that the command can end in its own time, and discards its own messages
 * about signals.
 */
export const innerShell: readonly string[] = ["/bin/sh", "-c", script, "sh"];

/**
 * The words that give the command bash's exported functions again, to put right before its program. Debian's shell
 * drops every variable whose name is no plain word, and what the functions guard against would go unguarded.
 */
export function exportedFunctions(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const functions = Object.entries(environment).flatMap(([name, value]) =>
    /^BASH_FUNC_.*%%$/s.test(name) && value !== undefined ? [`${name}=${value}`] : [],
  );
  return functions.length === 0 ? [] : ["/usr/bin/env", ...functions];
}

export interface InnerReport {
  /** False when bubblewrap failed first. */
  readonly hasStarted: boolean;
  readonly leftBehind: number;
}

/** Parses the output of descriptor 3. */
export function readInnerReport(text: string): InnerReport {
  const [, left = "0"] = /^left (\d{1,9})$/m.exec(text) ?? [];
  return { hasStarted: text.startsWith("started\n"), leftBehind: Number(left) };
}
