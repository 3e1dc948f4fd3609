import { ToolError } from "@toolwright/core";
import type { ProcessRequest } from "@toolwright/core/ports";
import { shellPrograms, shellStartupVariables } from "./shell-program.ts";

export interface ShellRequest
  extends Omit<ProcessRequest, "program" | "arguments" | "environment"> {
  readonly command: string;
  /** Whether it must run in bash, because its decision assumes bash. Default: false. */
  readonly isBashOnly?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts a command line with `start` in the first available shell.
 *
 * Errors: `command-not-found` without a shell; those of `start`.
 */
export async function startShell<Started>(
  start: (request: ProcessRequest) => Promise<Started>,
  { command, isBashOnly = false, environment, ...request }: ShellRequest,
): Promise<Started> {
  const shells = shellPrograms.slice(0, isBashOnly ? 1 : undefined);
  for (const shell of shells) {
    try {
      return await start({
        ...request,
        program: shell.program,
        arguments: [...shell.arguments, command],
        environment: { ...shellStartupVariables, ...environment },
      });
    } catch (thrown) {
      if (!ToolError.isInstance(thrown) || thrown.code !== "command-not-found") throw thrown;
    }
  }
  const names = shells.map(({ program }) => program).join(" or ");
  const why = isBashOnly ? " It was allowed for bash, so it runs in no other shell." : "";
  throw new ToolError(
    "command-not-found",
    `There is no shell to run the command: no ${names} on the PATH.${why}`,
  );
}
