import { type AgentReport, type Agents, ToolError } from "@toolwright/core";
import { z } from "zod";

/** No time limit of its own: budgets end a sub-agent, and a person may take long to answer its questions. */
export const agentTimeoutMs = 24 * 60 * 60 * 1_000;

export const MAX_TASK_CHARACTERS = 100_000;

export const agentReport = z.strictObject({
  success: z.boolean().describe("Whether the task was done."),
  summary: z.string().describe("What the sub-agent says it did."),
  details: z.string().describe("More of its own words; may be empty."),
  filesModified: z.array(z.string()).describe("Paths that its calls changed."),
  errors: z.array(z.string()).describe("Why it failed; none when it succeeded."),
  toolCallCount: z.int().describe("How many calls it made."),
  durationMs: z.number().describe("How long it worked."),
});

/** The same values in the form of the schema's type. */
export function structuredReport(report: AgentReport): z.infer<typeof agentReport> {
  return {
    ...report,
    filesModified: [...report.filesModified],
    errors: [...report.errors],
  };
}

/** A report for the model. */
export function reportText(report: AgentReport): string {
  const { success, summary, details, filesModified, errors, toolCallCount } = report;
  const calls = toolCallCount === 1 ? "1 call" : `${toolCallCount} calls`;
  return [
    `${success ? "Done" : "Not done"} (${calls}): ${summary}`,
    ...(details === "" ? [] : [details]),
    ...(filesModified.length === 0 ? [] : [`Files modified: ${filesModified.join(", ")}`]),
    ...(errors.length === 0 ? [] : [`Errors:\n${errors.map((error) => `- ${error}`).join("\n")}`]),
  ].join("\n\n");
}

/** Errors: ToolError `tool-not-available` when no agent works in the session. */
export function agentsOf(agents: Agents | undefined): Agents {
  if (agents !== undefined) return agents;
  throw new ToolError("tool-not-available", "No agent works in this session.");
}
