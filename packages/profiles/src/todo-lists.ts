import { MAX_TODO_CHARACTERS, MAX_TODOS, todoAliases } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "./alias-tool.ts";
import type { ProfileTool } from "./profile-tool.ts";

const statuses = ["pending", "in_progress", "completed"] as const;
const status = z.enum(statuses).describe("Its state.");
const anyStatus = z.enum([...statuses, "cancelled"]).describe("Its state.");
const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TODO_CHARACTERS)
  .describe("The step, in a few words.");
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_TODOS).describe("Every step, in order. It replaces the list.");

const when =
  "For tasks of three or more steps; not for a short task or a question. Send the whole list each time.";
const progress =
  "Keep one step in_progress while you work. Mark it completed as soon as it is done, never when it failed or is only partly done.";

export const geminiTodos: ProfileTool = toolAlias("write_todos", {
  name: "write_todos",
  description: {
    summary: "Writes the list of subtasks of the current request, which the person sees.",
    details: when,
    notes: [progress],
    samples: [{ input: { todos: [{ description: "Fix the parser", status: "in_progress" }] } }],
  },
  input: z.strictObject({
    todos: listOf(z.strictObject({ description: text, status: anyStatus })),
  }),
  aliases: todoAliases("todos", "description"),
  toCanonical: ({ todos }) => ({
    todos: todos.map(({ description: content, status }) => ({ content, status })),
  }),
});

export const opencodeTodos: ProfileTool = toolAlias("write_todos", {
  name: "todowrite",
  description: {
    summary: "Writes the todo list of the current session, which the person sees.",
    details: when,
    notes: [progress],
    samples: [
      { input: { todos: [{ content: "Fix it", status: "in_progress", priority: "high" }] } },
    ],
  },
  input: z.strictObject({
    todos: listOf(
      z.strictObject({
        content: text,
        status: anyStatus,
        priority: z
          .enum(["high", "medium", "low"])
          .optional()
          .describe("Its priority. Recorded only."),
      }),
    ),
  }),
  toCanonical: ({ todos }) => ({
    todos: todos.map(({ content, status }) => ({ content, status })),
  }),
});

export const claudeTodos: ProfileTool = toolAlias("write_todos", {
  name: "TodoWrite",
  description: {
    summary: "Writes the todo list of the current session, which the person sees.",
    details: when,
    notes: [progress],
    samples: [
      { input: { todos: [{ content: "Fix it", status: "pending", activeForm: "Fixing it" }] } },
    ],
  },
  input: z.strictObject({
    todos: listOf(
      z.strictObject({
        content: text,
        status,
        activeForm: z
          .string()
          .optional()
          .describe('The step while it runs: "Running tests". Recorded only.'),
      }),
    ),
  }),
  toCanonical: ({ todos }) => ({
    todos: todos.map(({ content, status }) => ({ content, status })),
  }),
});

export const codexPlan: ProfileTool = toolAlias("write_todos", {
  name: "update_plan",
  description: {
    summary: "Updates the task's plan, which the person sees.",
    details: when,
    notes: ["At most one step can be in_progress at a time."],
    samples: [{ input: { plan: [{ step: "Fix the parser", status: "in_progress" }] } }],
  },
  input: z.strictObject({
    explanation: z.string().optional().describe("Why the plan changed. Recorded only."),
    plan: listOf(z.strictObject({ step: text, status })),
  }),
  fields: { todos: "plan" },
  aliases: todoAliases("plan", "step"),
  toCanonical: ({ plan }) => ({
    todos: plan.map(({ step: content, status }) => ({ content, status })),
  }),
});
