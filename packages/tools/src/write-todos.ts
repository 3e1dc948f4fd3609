import { defineTool, type TodoItem, type ToolResult } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { z } from "zod";
import { phrase } from "./language/phrase.ts";
import { countOf } from "./text/number-text.ts";
import { MAX_TODO_CHARACTERS, MAX_TODOS, todoAliases } from "./todos/todo-aliases.ts";

const statuses = ["pending", "in_progress", "completed", "cancelled"] as const;
type Status = (typeof statuses)[number];

const todo = z.strictObject({
  content: z.string().trim().min(1).max(MAX_TODO_CHARACTERS).describe("The step, in a few words."),
  status: z.enum(statuses).describe("Its state."),
});

const input = z.strictObject({
  todos: z
    .array(todo)
    .max(MAX_TODOS)
    .describe("Every step, in order. It replaces the list; an empty one clears it."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z.string().describe("The step."),
        status: z.enum(statuses).describe("Its state."),
      }),
    )
    .describe("The whole list."),
});

type Output = z.infer<typeof output>;

/** Keeps the list of steps that the person sees. */
export const writeTodos = defineTool<Input, Input, Output>({
  name: "write_todos",
  title: "Write todos",
  kind: "think",
  version: "1",
  exposure: "agent",
  description: {
    summary: "Writes the list of steps of the current task, which the person sees.",
    details:
      "For tasks of three or more steps; not for a short task or a question. Send the whole list each time.",
    notes: [
      "Keep one step in_progress while you work. Mark it completed as soon as it is done, never when it failed or is only partly done.",
    ],
    samples: [
      {
        input: {
          todos: [
            { content: "Find the failing test", status: "completed" },
            { content: "Fix the parser", status: "in_progress" },
            { content: "Run all tests", status: "pending" },
          ],
        },
      },
      { input: { todos: [] }, note: "clears the list" },
    ],
  },
  category: "planning",
  tags: ["todo", "plan", "task", "steps", "progress"],
  aliases: todoAliases("todos", "content"),
  input,
  output,
  effects: () => [],
  prepare: (prepared, { language }) => ({
    summary: language.say(progressOf(prepared)),
    effects: [],
    prepared,
  }),
  execute: ({ todos }): ToolResult<Output> => ({
    content: `The list has ${countOf(todos.length, "step")}${todos.length === 0 ? "" : `: ${countsOf(todos)}`}.${advice(todos)}`,
    display: { type: "todos", items: todos.map(shownTodo) },
    structured: { todos },
  }),
});

function progressOf({ todos }: Input): Phrase {
  if (todos.length === 0) return phrase("Clear the todos");
  const count = numberOf(todos, "completed");
  return phrase("Todos: {count} of {total} completed", { count, total: todos.length });
}

function countsOf(todos: Input["todos"]): string {
  return statuses
    .map((status) => [numberOf(todos, status), status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`)
    .join(", ");
}

/** What a model often gets wrong about the list that it has just sent. */
function advice(todos: Input["todos"]): string {
  const active = numberOf(todos, "in_progress");
  const next = todos.find(({ status }) => status === "pending");
  if (active > 1) return " Keep only one in_progress, the one you work on now.";
  if (active > 0 || next === undefined) return "";
  return ` None is in_progress: mark '${next.content}' when you begin it.`;
}

function numberOf(todos: Input["todos"], wanted: Status): number {
  return todos.filter(({ status }) => status === wanted).length;
}

const shownStatuses = {
  pending: "pending",
  in_progress: "active",
  completed: "done",
  cancelled: "cancelled",
} as const satisfies Record<Status, TodoItem["status"]>;

function shownTodo({ content, status }: Input["todos"][number]): TodoItem {
  return { text: content, status: shownStatuses[status] };
}
