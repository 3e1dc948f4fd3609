import { defineTool } from "@toolwright/core";
import { z } from "zod";
import {
  agentReport,
  agentsOf,
  agentTimeoutMs,
  MAX_TASK_CHARACTERS,
  reportText,
  structuredReport,
} from "./agents/agent-report.ts";
import { phrase } from "./language/phrase.ts";

const words = z.string().trim().min(1).max(MAX_TASK_CHARACTERS);

const input = z.strictObject({
  agent: z.string().trim().min(1).max(64).describe("The sub-agent's name."),
  task: words.describe("What to do, complete: the sub-agent sees nothing else."),
  context: words.optional().describe("What it needs to know: paths, findings, decisions."),
  expected_outcome: words.optional().describe("What its report must contain."),
  paths: z
    .array(z.string().trim().min(1))
    .optional()
    .describe("The only paths that it may read and change, such as src. Default: all of yours."),
  model: z.string().trim().min(1).optional().describe("The id of a listed model. Default: yours."),
});

type Input = z.infer<typeof input>;

/** Gives a task to a sub-agent. */
export const delegateTask = defineTool<Input, Input, z.infer<typeof agentReport>>({
  name: "delegate_task",
  title: "Delegate task",
  kind: "other",
  version: "1",
  exposure: "agent",
  needs: ["agents"],
  description: {
    summary: "Gives a task to a sub-agent, which works by itself and returns a report.",
    details:
      "For work that would fill your context: searching widely, reading many files, a review, a separate part of a change. Not for what one or two calls do. Several calls in one answer run side by side; give them different files to change.",
    samples: [
      { input: { agent: "explore", task: "Find where sessions are closed, with file and line." } },
    ],
  },
  category: "agents",
  tags: ["subagent", "parallel", "agent"],
  aliases: {
    expectedOutcome: "expected_outcome",
    subagent_type: "agent",
    agent_name: "agent",
    prompt: "task",
  },
  timeoutMs: agentTimeoutMs,
  input,
  output: agentReport,
  effects: ({ agent }) => [{ type: "agent", agent }],
  prepare: (prepared, { language }) => ({
    summary: language.say(
      phrase("Delegate to {agent}: {task}", {
        agent: prepared.agent,
        task: prepared.task.split("\n", 1)[0] ?? "",
      }),
    ),
    effects: [{ type: "agent", agent: prepared.agent }],
    prepared,
  }),
  async execute({ agent, task, context, expected_outcome: expected, paths, model }, call) {
    const parts = [
      task,
      ...(context === undefined ? [] : [`Context:\n${context}`]),
      ...(expected === undefined ? [] : [`Expected outcome:\n${expected}`]),
    ];
    const report = await agentsOf(call.agents).run(
      {
        agent,
        task: parts.join("\n\n"),
        ...(paths !== undefined && { paths }),
        ...(model !== undefined && { model }),
      },
      call,
    );
    return { content: reportText(report), structured: structuredReport(report) };
  },
});
