import { defineTool, type ToolContext, ToolError } from "@toolwright/core";
import type { Job, ReadinessResult } from "@toolwright/core/ports";
import { z } from "zod";
import { countText } from "./text/number-text.ts";
import { jobOutputText, jobStatus, jobsOf } from "./shell/job-report.ts";
import { readJob } from "./shell/read-job.ts";
import { offerReverted } from "./shell/offer-reverted.ts";

const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 600_000;
const MAX_BYTES = 30_000;
/** Time for the rest of the call, in addition to the wait. */
const SPARE_MS = 10_000;

const input = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .optional()
      .describe("The command's id, from the result that started it. Default: list all."),
    since: z.int().min(0).optional().describe("The number at the end of the last result."),
    wait_for_port: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe("Wait until it listens on this TCP port."),
    wait_for_pattern: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe("Wait for a line that matches this regular expression."),
    wait_for_end: z.boolean().optional().describe("Wait until it has ended."),
    wait_ms: z
      .int()
      .min(1)
      .max(MAX_WAIT_MS)
      .optional()
      .describe(`Longest wait in milliseconds. Default: ${countText(DEFAULT_WAIT_MS)}.`),
  })
  .check(({ value, issues }) => {
    const waits = [value.wait_for_port, value.wait_for_pattern, value.wait_for_end].filter(
      (wait) => wait !== undefined && wait !== false,
    );
    const message =
      waits.length > 1
        ? "give only one of wait_for_port, wait_for_pattern and wait_for_end"
        : value.id === undefined && Object.keys(value).length > 0
          ? "id is missing: name the command to wait for or read"
          : null;
    if (message !== null) issues.push({ code: "custom", message, input: value, path: [] });
  });

type Input = z.infer<typeof input>;

const output = z.strictObject({
  commands: z
    .array(
      z.strictObject({
        id: z.string().describe("The command's id."),
        status: z.enum(["running", "ended", "failed"]).describe("The command's state."),
        exitCode: z.int().nullable().describe("Null while it runs, or if a signal ended it."),
      }),
    )
    .describe("The command asked for, or all of them."),
  cursor: z.int().nullable().describe("The next since; null when all were listed."),
});

type Output = z.infer<typeof output>;

/** Shows the output of background commands, and waits for them. */
export const commandOutput = defineTool<Input, Input, Output>({
  name: "command_output",
  title: "Command output",
  kind: "read",
  version: "1",
  description: {
    summary: "Shows the output of a background command, or lists all background commands.",
    details:
      "It can wait until the command listens on a port, writes a matching line, or ends. The result ends with a number: pass it as since to see only later output.",
    notes: ["Start commands in the background with {tool:run_command}."],
    samples: [
      { input: { id: "cmd_1", wait_for_port: 3000 }, note: "until the server is up" },
      { input: { id: "cmd_1", since: 4096 } },
    ],
  },
  needs: ["jobs"],
  category: "commands",
  tags: ["background", "server", "log", "wait"],

  aliases: { bash_id: "id", shell_id: "id", session_id: "id" },
  input,
  output,
  timeoutMs: ({ wait_ms }) => (wait_ms ?? DEFAULT_WAIT_MS) + SPARE_MS,
  effects: () => [],
  async execute(given, context) {
    const jobs = jobsOf(context);
    if (given.id === undefined) {
      const all = jobs.list();
      const text = all.map(jobStatus).join("\n");
      return {
        content: text === "" ? "No background commands." : text,
        structured: { commands: all.map(factsOf), cursor: null },
      };
    }
    const job = jobs.find(given.id);
    const waited = await wait(job, given, context);
    const { since } = given;
    const read = readJob(job, { since, maxBytes: MAX_BYTES }, context.secretAround);
    const reverted =
      job.state.status === "ended" ? await offerReverted(job.state.end, context) : null;
    return {
      content: `${waited}${jobOutputText(job, read)}${reverted === null ? "" : `\n\n${reverted}`}`,
      display: { type: "terminal", command: job.title, output: read.text },
      structured: { commands: [factsOf(job)], cursor: read.cursor },
    };
  },
});

/** Resolves to a line for the head of the result; `""` for none. */
async function wait(
  job: Job,
  given: Input,
  { signal, secretAround }: Pick<ToolContext, "signal" | "secretAround">,
): Promise<string> {
  const timeoutMs = given.wait_ms ?? DEFAULT_WAIT_MS;
  const { wait_for_port: port, wait_for_pattern: pattern, since } = given;
  if (port !== undefined) {
    const { outcome, ...facts } = await job.waitFor({ port }, { timeoutMs, signal });
    const isForeign = "foreignListener" in facts;
    return said(outcome, {
      ready: `It listens on port ${port}.`,
      timeout: isForeign
        ? `Another program listens on port ${port}.`
        : `Not listening on port ${port} after ${timeoutMs / 1_000} s.`,
    });
  }
  if (pattern !== undefined) {
    const condition = { pattern, ...(since !== undefined && { since }) };
    const result = await job.waitFor(condition, { timeoutMs, signal });
    const found = "line" in result ? (result.line ?? "") : "";
    // The rest of the line may follow later.
    const line = found.slice(0, secretAround(found, found.length)?.start);
    return said(result.outcome, {
      ready: `Matching line: ${line}`,
      timeout: `No matching line after ${timeoutMs / 1_000} s.`,
    });
  }
  if (given.wait_for_end !== true) return "";
  const hasEnded = await endOf(job, timeoutMs, signal);
  return hasEnded ? "" : `Still running after ${timeoutMs / 1_000} s.\n\n`;
}

function said(
  outcome: ReadinessResult["outcome"],
  texts: Readonly<Record<"ready" | "timeout", string>>,
): string {
  return outcome === "ended" ? "" : `${texts[outcome]}\n\n`;
}

function endOf(job: Job, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      finish(() => reject(new ToolError("cancelled", "The wait was cancelled.")));
    const timer = setTimeout(() => finish(() => resolve(false)), timeoutMs);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      settle();
    };
    signal.addEventListener("abort", abort, { once: true });
    const end = (): void => finish(() => resolve(true));
    job.ended.then(end, end);
  });
}

function factsOf({ id, state }: Job): Output["commands"][number] {
  return {
    id,
    status: state.status,
    exitCode: state.status === "ended" ? state.end.exitCode : null,
  };
}
