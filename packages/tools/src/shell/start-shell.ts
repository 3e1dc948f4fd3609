import {
  type ProcessHost,
  type ProcessRequest,
  type RunningProcess,
  ToolError,
} from "@toolwright/core";
import { shellPrograms, shellStartupVariables } from "./shell-program.ts";

export interface ShellRequest {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly onOutput: NonNullable<ProcessRequest["onOutput"]>;
}

/**
 * Starts a command line in the first shell there is.
 *
 * Errors: `command-not-found` when there is none; `file-not-found` when `cwd` is no directory.
 */
export async function startShell(
  processes: ProcessHost,
  { command, ...request }: ShellRequest,
): Promise<RunningProcess> {
  for (const shell of shellPrograms) {
    try {
      return await processes.start({
        ...request,
        program: shell.program,
        arguments: [...shell.arguments, command],
        environment: shellStartupVariables,
      });
    } catch (thrown) {
      if (!ToolError.isInstance(thrown) || thrown.code !== "command-not-found") throw thrown;
    }
  }
  const names = shellPrograms.map(({ program }) => program).join(" or ");
  throw new ToolError(
    "command-not-found",
    `There is no shell to run the command: no ${names} on the PATH.`,
  );
}
