import { defineTool, type ForwardedCall, ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import { z } from "zod";

const input = z.strictObject({
  name: z.string().min(1).describe("The tool's name."),
  input: z.record(z.string(), z.unknown()).optional().describe("The tool's own input."),
});

type Input = z.infer<typeof input>;

/** Calls a tool that the model isn't shown. The runtime replaces each call by one of the named tool. */
export const callTool = defineTool<Input>({
  name: "call_tool",
  title: "Call tool",
  kind: "other",
  version: "1",
  description: {
    summary: "Calls a tool that isn't shown here.",
    details: "Find the tool and its fields with {tool:search_tools} first.",
    samples: [{ input: { name: "feed_the_cat", input: { tin: "tuna" } } }],
  },
  category: "tools",
  tags: ["invoke", "use", "run"],
  input,
  effects: () => [],
  forwards: forwardedCall,
  execute({ name }) {
    throw new ToolError(
      "input-invalid",
      `'${cutText(name, 80)}' only calls other tools. Give the name of the tool itself.`,
    );
  },
});

/** Accepts other names for the two fields, and the tool's own fields beside `name`. */
function forwardedCall(given: Readonly<Record<string, unknown>>): ForwardedCall | undefined {
  const nameField = ["name", "tool_name", "tool"].find((field) => typeof given[field] === "string");
  if (nameField === undefined) return undefined;
  const name = String(given[nameField]).trim();
  const inputField = ["input", "arguments", "parameters"].find((field) => isInput(given[field]));
  const { [nameField]: _name, ...besides } = given;
  const names = nameField === "name" ? [] : [`'${nameField}' was taken for 'name'`];
  if (inputField !== undefined && Object.keys(besides).length === 1) {
    const inputs = inputField === "input" ? [] : [`'${inputField}' was taken for 'input'`];
    return { name, input: given[inputField], repairs: [...names, ...inputs] };
  }
  const { input: inner, ...fields } = besides;
  if (Object.keys(fields).length === 0) {
    // Any value but an object, a JSON text or nothing is invalid.
    return inner === undefined || inner === null ? { name, input: {}, repairs: names } : undefined;
  }
  if (inner !== undefined) return undefined;
  const moved = `${quoted(Object.keys(fields))} beside 'name' were taken as the tool's input`;
  return { name, input: fields, repairs: [...names, moved] };
}

function isInput(value: unknown): boolean {
  return (
    (typeof value === "object" && value !== null && !Array.isArray(value)) ||
    typeof value === "string"
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${cutText(name, 60)}'`).join(", ");
}
