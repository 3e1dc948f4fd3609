import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";

/** What the system said when it was to start a program that is there and may be run. */
export function startError(program: string, thrown: unknown): ToolError {
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case "ENOENT":
      return new ToolError(
        "command-not-found",
        `'${program}' can't be started: the interpreter that its first line names isn't there.`,
        { cause: thrown },
      );
    case "EACCES":
    case "EPERM":
      return new ToolError("command-not-found", `The system doesn't let us run '${program}'.`, {
        cause: thrown,
      });
    case "ERR_INVALID_ARG_VALUE":
      return new ToolError(
        "input-invalid",
        `An argument or a variable for '${program}' has a null character, which no program can be given.`,
        { cause: thrown },
      );
    case "E2BIG":
      return new ToolError(
        "command-failed",
        `The arguments for '${program}' are longer than the system takes. Pass them in a file or on standard input.`,
        { cause: thrown },
      );
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
    case "ENOMEM":
      return new ToolError(
        "command-failed",
        `The system has no room for another process (${code}), so '${program}' wasn't started. End some, then try again.`,
        { cause: thrown },
      );
    default:
      return new ToolError(
        "command-failed",
        `'${program}' couldn't be started: ${code ?? messageOf(thrown)}.`,
        { cause: thrown },
      );
  }
}
