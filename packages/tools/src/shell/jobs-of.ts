import { type Jobs, ToolError, type ToolContext } from "@toolwright/core";

/** Errors: `tool-not-available` in a session without background commands. */
export function jobsOf({ jobs }: Pick<ToolContext, "jobs">): Jobs {
  if (jobs !== undefined) return jobs;
  throw new ToolError(
    "tool-not-available",
    "This session has no background commands. Run the command in the foreground.",
  );
}
