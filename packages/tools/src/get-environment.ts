import {
  defineTool,
  type Environment,
  type EnvironmentEffect,
  nearestNames,
  shownName,
  type ToolResult,
} from "@toolwright/core";
import { z } from "zod";
import { countOf } from "./numbers/number-text.ts";

const MAX_NAME_CHARACTERS = 500;

const input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME_CHARACTERS)
    .optional()
    .describe(
      "Variable whose value to show, in its exact spelling. Default: none, which lists the names of all variables without their values.",
    ),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  names: z.array(z.string()).optional().describe("All names, when no name was given."),
  isSet: z.boolean().optional().describe("Whether the variable that was asked for exists."),
  value: z.string().optional().describe("The value of the variable that was asked for."),
});

type Output = z.infer<typeof output>;

/** Every name, no value. */
const allNames: EnvironmentEffect = { type: "environment", variable: "*" };

/** Shows one environment variable, or lists the names of all. */
export const getEnvironment = defineTool<Input, Input, Output>({
  name: "get_environment",
  title: "Get environment",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Shows the value of one environment variable, or the names of all variables.",
    details:
      "Values that look like secrets are asked for, and shown as placeholders such as «secret:NAME», which can be used in files and commands instead; names are never asked for. What is shown is the environment of this runtime: a command that runs may see less of it.",
    samples: [{ input: { name: "NODE_ENV" } }, { input: {}, note: "all names" }],
  },
  category: "system",
  tags: ["env", "variable"],
  input,
  output,
  // The near names of one that isn't set are names, too.
  effects: ({ name }) =>
    name === undefined
      ? [allNames]
      : [{ type: "environment", variable: name, value: true }, allNames],
  execute: ({ name }, { environment }): ToolResult<Output> =>
    name === undefined ? listNames(environment) : showValue(environment, name),
});

function listNames(environment: Environment): ToolResult<Output> {
  const names = environment.names().toSorted();
  const shown = names.map(shownName).join("\n");
  return {
    content:
      names.length === 0
        ? "No variable is set."
        : `${shown}\n\n${countOf(names.length, "variable")}.`,
    structured: { names },
  };
}

function showValue(environment: Environment, name: string): ToolResult<Output> {
  const value = environment.get(name);
  if (value !== undefined) {
    return { content: `${shownName(name)}=${value}`, structured: { isSet: true, value } };
  }
  const near = nearestNames(name, environment.names());
  const hint =
    near.length === 0 ? "" : ` Near names that are set: ${near.map(shownName).join(", ")}.`;
  return {
    content: `${shownName(name)} is not set.${hint}`,
    structured: { isSet: false },
  };
}
