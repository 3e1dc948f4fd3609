import type { ProcessEnd } from "@toolwright/core/ports";

// Exit statuses that shells give a meaning: https://www.gnu.org/software/bash/manual/bash.html#Exit-Status
const meanings: Readonly<Record<number, string>> = {
  126: " (a program couldn't be executed)",
  127: " (a program wasn't found)",
};

/** How a command ended, such as `exited with status 7`. */
export function describeEnd({ exitCode, signal, cause }: ProcessEnd): string {
  if (cause === "aborted" || cause === "stopped" || cause === "timeout") return "was stopped";
  if (exitCode === null) return `was ended by signal ${signal ?? "(unknown)"}`;
  return `exited with status ${exitCode}${meanings[exitCode] ?? ""}`;
}
