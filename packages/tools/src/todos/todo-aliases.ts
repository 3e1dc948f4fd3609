import type { FieldAlias } from "@toolwright/core";

export const MAX_TODOS = 100;
export const MAX_TODO_CHARACTERS = 1_000;

/** The names under which tools of other products know the list, and the text of one todo. */
const listNames = ["todos", "plan", "items", "tasks", "steps"];
const textNames = ["content", "description", "step", "text", "title", "task"];

/**
 * Takes lists of other products for the named field, whose items have a status and a text of the given name.
 * Priorities, ids and the like are dropped.
 */
export function todoAliases(field: string, textName: string): Readonly<Record<string, FieldAlias>> {
  const value = (given: unknown): unknown =>
    Array.isArray(given) ? given.map((item) => todoOf(item, textName)) : given;
  return Object.fromEntries(listNames.map((name) => [name, { field, value }]));
}

/** Anything without a text is returned as it is. */
function todoOf(given: unknown, textName: string): unknown {
  if (typeof given === "string") return { [textName]: given, status: "pending" };
  if (typeof given !== "object" || given === null) return given;
  const fields = given as Readonly<Record<string, unknown>>;
  const name = [textName, ...textNames].find((each) => typeof fields[each] === "string");
  if (name === undefined) return given;
  return { [textName]: fields[name], status: fields["status"] ?? "pending" };
}
