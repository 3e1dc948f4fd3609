import { z } from "zod";
import { toolAlias } from "./alias-tool.ts";
import type { ProfileTool } from "./profile-tool.ts";

const agentName = z.string().trim().min(1).max(64);
const task = z
  .string()
  .trim()
  .min(1)
  .describe("What to do, complete: the sub-agent sees nothing else.");

const details =
  "For work that would fill your context: searching widely, a review, a separate part of a change. Not for what one or two calls do. Several calls in one answer run side by side.";

/** Claude Code's and opencode's: a description for the person, the prompt, and the kind of agent. */
export const taskNamed = (name: string): ProfileTool =>
  toolAlias("delegate_task", {
    name,
    description: {
      summary: "Launches a sub-agent that does a task by itself and returns a report.",
      details,
      samples: [
        {
          input: {
            description: "Find session end",
            prompt: "Find where sessions are closed, with file and line.",
            subagent_type: "explore",
          },
        },
      ],
    },
    input: z.strictObject({
      description: z.string().describe("The task in three to five words, for the person."),
      prompt: task,
      subagent_type: agentName.describe("The sub-agent's name."),
    }),
    fields: { agent: "subagent_type", task: "prompt", context: null, expected_outcome: null },
    toCanonical: ({ prompt, subagent_type: agent }) => ({ agent, task: prompt }),
  });

export const kodeTask: ProfileTool = toolAlias("delegate_task", {
  name: "task",
  description: {
    summary: "Gives a task to a sub-agent, which works by itself and returns a report.",
    details,
    samples: [{ input: { agent: "explore", prompt: "Find where sessions are closed." } }],
  },
  input: z.strictObject({ agent: agentName.describe("The sub-agent's name."), prompt: task }),
  fields: { task: "prompt", context: null, expected_outcome: null },
  toCanonical: ({ agent, prompt }) => ({ agent, task: prompt }),
});

export const selfFork: ProfileTool = toolAlias("fork_self", {
  name: "self_fork",
  description: {
    summary:
      "Runs copies of you side by side, each with this conversation so far and a prompt of its own, and returns their reports.",
    details: "For independent parts of work whose context you have gathered already.",
    samples: [
      {
        input: {
          sub_agents: [
            { prompt: "Port the parser.", allowed_uris: ["src/parser"] },
            { prompt: "Port the printer.", allowed_uris: ["src/printer"] },
          ],
        },
      },
    ],
  },
  input: z.strictObject({
    sub_agents: z
      .array(
        z.strictObject({
          prompt: task,
          allowed_uris: z
            .array(z.string().trim().min(1))
            .optional()
            .describe("The only paths that it may read and change. Default: all of yours."),
          model: z.string().trim().min(1).optional().describe("A listed model. Default: yours."),
        }),
      )
      .min(1)
      .max(8)
      .describe("One for each copy. They must not change the same files."),
    context_summary: z.string().optional().describe("What all copies should know besides."),
  }),
  fields: { tasks: "sub_agents" },
  toCanonical: ({ sub_agents: agents, context_summary: context = "" }) => ({
    tasks: agents.map(({ prompt, allowed_uris: paths, model }) => ({
      task: context.trim() === "" ? prompt : `${prompt}\n\nContext:\n${context}`,
      ...(paths !== undefined && { paths }),
      ...(model !== undefined && { model }),
    })),
  }),
});

export const taskFinish: ProfileTool = toolAlias("finish_task", {
  name: "task_finish",
  description: {
    summary: "Ends your task with a report to the agent that gave it to you.",
    details: "Call it once, last and alone. The report is all that the other agent sees.",
    samples: [{ input: { context_summary: "Sessions are closed in src/session.ts:120." } }],
  },
  input: z.strictObject({
    context_summary: z
      .string()
      .trim()
      .min(1)
      .describe("What you did or found; the answer to the task."),
    success: z.boolean().optional().describe("False if the task isn't done. Default: true."),
  }),
  fields: { summary: "context_summary", details: null },
  aliases: { context: "context_summary" },
  toCanonical: ({ context_summary: summary, success }) => ({ summary, success }),
});

/** A line for each model: its name, and its tags as the label. */
export const availableModels: ProfileTool = toolAlias("list_models", {
  name: "get_available_models",
  scope: "main",
  description: {
    summary: "Lists the models that agents may use, with their labels.",
    samples: [{ input: {} }],
  },
  input: z.strictObject({}),
  toCanonical: () => ({}),
});
