import { defineTool } from "@toolwright/core";
import { z } from "zod";
import { jobOutputText, jobsOf } from "./shell/job-report.ts";
import { readJob } from "./shell/read-job.ts";
import { offerReverted } from "./shell/offer-reverted.ts";

const MAX_BYTES = 10_000;

const input = z.strictObject({
  id: z.string().min(1).describe("The command's id, from the result that started it."),
  since: z
    .int()
    .min(0)
    .optional()
    .describe("Show only output after this number from an earlier result."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string().describe("The command that was stopped or had already ended."),
  exitCode: z.int().nullable().describe("Null if a signal ended it."),
});

type Output = z.infer<typeof output>;

/** Stops a command in the background. */
export const stopCommand = defineTool<Input, Input, Output>({
  name: "stop_command",
  title: "Stop command",
  kind: "execute",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Stops a background command and everything it started, and shows its output.",
    samples: [{ input: { id: "cmd_1" } }],
  },
  needs: ["jobs"],
  category: "commands",
  tags: ["background", "kill", "end"],

  aliases: { bash_id: "id", shell_id: "id", session_id: "id" },
  input,
  output,
  // Only commands of this session can be stopped.
  effects: () => [],
  async execute({ id, since }, context) {
    const job = jobsOf(context).find(id);
    const end = await job.stop();
    const read = readJob(job, { since, maxBytes: MAX_BYTES }, context.secretAround);
    const reverted = await offerReverted(end, context);
    const note = reverted === null ? "" : `\n\n${reverted}`;
    return {
      content: `${jobOutputText(job, read)}${note}`,
      structured: { id, exitCode: end.exitCode },
    };
  },
});
