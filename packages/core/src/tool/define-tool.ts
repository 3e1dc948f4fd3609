import { ConfigurationError } from "../errors.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { InitContext } from "./context.ts";
import type { InitializedTool, Tool, ToolDefinition } from "./tool.ts";

/** The input of a tool with a raw JSON Schema: validated, but without static types. */
export type UntypedInput = Readonly<Record<string, unknown>>;

/**
 * Defines a tool. Its types are checked here and then dropped, so that all tools fit into one registry.
 *
 * With a name and a function, the function makes the rest of the definition once for each session, and
 * again after `Registry.invalidate`.
 *
 * Errors: ConfigurationError `tool-invalid` when a static definition has no usable name or no
 * `execute`. Schemas are compiled at registration.
 */
export function defineTool<Input = UntypedInput, Prepared = Input, Structured = unknown>(
  definition: ToolDefinition<Input, Prepared, Structured>,
): Tool;
export function defineTool(
  name: string,
  initialize: (context: InitContext) => MaybePromise<Omit<Tool, "name">>,
): InitializedTool;
export function defineTool(
  first: unknown,
  initialize?: (context: InitContext) => MaybePromise<Omit<Tool, "name">>,
): Tool | InitializedTool {
  if (initialize !== undefined) {
    const name = String(first);
    assertToolName(name);
    return { name, initialize };
  }
  // The overloads have checked the shape; the registry holds tools without their types.
  const tool = first as Tool;
  assertToolName(tool.name);
  if (typeof tool.execute !== "function") {
    throw new ConfigurationError("tool-invalid", `Tool '${tool.name}' has no execute function.`);
  }
  return tool;
}

const toolName = /^[A-Za-z0-9_-]{1,64}$/;

export function assertToolName(name: unknown): asserts name is string {
  if (typeof name === "string" && toolName.test(name)) return;
  throw new ConfigurationError(
    "tool-invalid",
    `'${String(name).slice(0, 80)}' is not a valid tool name: use 1 to 64 of A-Z a-z 0-9 _ -.`,
  );
}
