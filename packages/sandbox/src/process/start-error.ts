import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";

/** The system's error when it could not start an existing executable. */
export function startError(program: string, thrown: unknown): ToolError {
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case "ENOENT":
      return new ToolError(
        "command-not-found",
        `'${program}' cannot be started: the interpreter in its first line does not exist.`,
        { cause: thrown },
      );
    case "EACCES":
    case "EPERM":
      return new ToolError(
        "command-not-found",
        `The system denied permission to run '${program}'.`,
        {
          cause: thrown,
        },
      );
    case "ERR_INVALID_ARG_VALUE":
      return new ToolError(
        "input-invalid",
        `An argument or a variable for '${program}' has a null character, which programs cannot receive.`,
        { cause: thrown },
      );
    case "E2BIG":
      return new ToolError(
        "command-failed",
        `The arguments for '${program}' exceed the system's limit. Pass them in a file or on standard input.`,
        { cause: thrown },
      );
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
    case "ENOMEM":
      return new ToolError(
        "command-failed",
        `The system has no room for another process (${code}), so '${program}' was not started. End some processes, then try again.`,
        { cause: thrown },
      );
    default:
      return new ToolError(
        "command-failed",
        `'${program}' could not be started: ${code ?? messageOf(thrown)}.`,
        { cause: thrown },
      );
  }
}
