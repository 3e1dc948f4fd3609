import { defineTool, type Environment, type ToolResult } from "@toolwright/core";
import { type EnvironmentEffect, nearestNames, shownName } from "@toolwright/core/internal";
import { z } from "zod";
import { countOf } from "./text/number-text.ts";

const MAX_NAME_CHARACTERS = 500;

const input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME_CHARACTERS)
    .optional()
    .describe("Variable to show. Default: list all names."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  names: z.array(z.string()).optional().describe("All names, if no name was given."),
  isSet: z.boolean().optional().describe("Whether the named variable exists."),
  value: z.string().optional().describe("The named variable's value."),
});

type Output = z.infer<typeof output>;

/** All names, without values. */
const allNames: EnvironmentEffect = { type: "environment", variable: "*" };

/** Shows one environment variable, or lists the names of all. */
export const getEnvironment = defineTool<Input, Input, Output>({
  name: "get_environment",
  title: "Get environment",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Shows one environment variable, or the names of all.",
    details:
      "A value that looks like a secret needs a person's approval and is shown as a placeholder, «secret:NAME», which works in files and commands. Commands may see fewer variables than this.",
    samples: [{ input: { name: "NODE_ENV" } }, { input: {}, note: "all names" }],
  },
  category: "system",
  tags: ["env", "variable"],
  input,
  output,
  // For an unset variable the result suggests similar names.
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
    near.length === 0 ? "" : ` Similar names that are set: ${near.map(shownName).join(", ")}.`;
  return {
    content: `${shownName(name)} is not set.${hint}`,
    structured: { isSet: false },
  };
}
