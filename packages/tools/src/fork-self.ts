import { type AgentTask, defineTool } from "@toolwright/core";
import { z } from "zod";
import {
  agentReport,
  agentsOf,
  agentTimeoutMs,
  MAX_TASK_CHARACTERS,
  reportText,
  structuredReport,
} from "./agents/agent-report.ts";
import { counted } from "./language/phrase.ts";

const MAX_FORKS = 8;

const words = z.string().trim().min(1).max(MAX_TASK_CHARACTERS);

const limitedTask = z.strictObject({
  task: words.describe("The task."),
  paths: z
    .array(z.string().trim().min(1))
    .optional()
    .describe("The only paths that the copy may read and change."),
  model: z.string().trim().min(1).optional().describe("The id of a listed model. Default: yours."),
});

const input = z.strictObject({
  tasks: z
    .array(z.union([words, limitedTask]))
    .min(1)
    .max(MAX_FORKS)
    .describe("One task for each copy. They must not change the same files."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  reports: z.array(agentReport).describe("One for each task, in their order."),
});

/** Runs copies of the agent side by side. */
export const forkSelf = defineTool<Input, Input, z.infer<typeof output>>({
  name: "fork_self",
  title: "Fork",
  kind: "other",
  version: "1",
  scope: "main",
  exposure: "deferred",
  needs: ["agents"],
  description: {
    summary:
      "Runs copies of you side by side, each with this conversation so far and a task of its own, and returns their reports.",
    details:
      "For independent parts of work whose context you have gathered already. Where a short task says everything, {tool:delegate_task} costs less.",
    samples: [{ input: { tasks: ["Port the parser.", "Port the printer."] } }],
  },
  category: "agents",
  tags: ["subagent", "parallel", "agent", "copy"],
  timeoutMs: agentTimeoutMs,
  input,
  output,
  effects: () => [{ type: "agent", agent: "fork" }],
  prepare: (prepared, { language }) => ({
    summary: language.say(
      counted("Fork for {count} task", "Fork for {count} tasks", { count: prepared.tasks.length }),
    ),
    effects: [{ type: "agent", agent: "fork" }],
    prepared,
  }),
  async execute({ tasks }, call) {
    const agents = agentsOf(call.agents);
    const reports = await Promise.all(tasks.map((task) => agents.run(taskOf(task), call)));
    return {
      content: reports.map((report, at) => `${at + 1}. ${reportText(report)}`).join("\n\n"),
      structured: { reports: reports.map(structuredReport) },
    };
  },
});

function taskOf(given: Input["tasks"][number]): AgentTask {
  if (typeof given === "string") return { agent: null, task: given };
  const { task, paths, model } = given;
  return {
    agent: null,
    task,
    ...(paths !== undefined && { paths }),
    ...(model !== undefined && { model }),
  };
}
