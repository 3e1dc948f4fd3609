import { ConfigurationError } from "../errors.ts";
import { type DeclarableTool, traitsOfKind } from "../declaration/declarable-tool.ts";
import {
  compileSchema,
  type CompiledSchema,
  deferSchema,
  isStandardSchema,
} from "../schema/compile.ts";
import { compileUnknownFields } from "../schema/unknown-fields.ts";
import { renderDescription } from "../tool/description.ts";
import { type Tool, type ToolSchema, toolKinds } from "../tool/tool.ts";
import type { RegisteredTool, ToolSource } from "./registered-tool.ts";

/**
 * Compiles a tool's schemas, so that it can be declared and called.
 *
 * Errors: ConfigurationError `schema-invalid` for a schema that can't be compiled, `tool-invalid` for an
 * incomplete definition.
 */
export async function compileTool(tool: Tool, source: ToolSource): Promise<RegisteredTool> {
  const { name, kind } = tool;
  if (typeof tool.execute !== "function") {
    throw new ConfigurationError("tool-invalid", `Tool '${name}' has no execute function.`);
  }
  if (!toolKinds.includes(kind)) {
    throw new ConfigurationError(
      "tool-invalid",
      `Tool '${name}' has the kind '${String(kind)}'. Known: ${toolKinds.join(", ")}.`,
    );
  }
  const input = await compileSchema(tool.input, `the input of '${name}'`);
  const output = await compileOutput(tool, source);
  const title = tool.title ?? titleFrom(name);
  const scope = tool.scope ?? "any";
  const declarable: DeclarableTool = {
    name,
    ...(tool.aliasOf !== undefined && { aliasOf: tool.aliasOf }),
    title,
    ...(tool.icon !== undefined && { icon: tool.icon }),
    description:
      typeof tool.description === "string" ? tool.description : renderDescription(tool.description),
    kind,
    inputSchema: input.jsonSchema,
    strict: tool.strict ?? false,
    source,
    scope,
    traits: traitsOfKind(kind),
  };
  if (output !== null) {
    const outputSchema = { enumerable: true, get: () => output.jsonSchema };
    Object.defineProperty(declarable, "outputSchema", outputSchema);
  }
  return {
    name,
    ruleName: tool.aliasOf ?? name,
    source,
    scope,
    exposure: tool.exposure ?? "direct",
    tool,
    input,
    unknownFields: compileUnknownFields(input.jsonSchema),
    output,
    declarable,
  };
}

/**
 * The output schemas of built-in tools are made on demand: tests check them, most sessions never declare
 * them, and making them all would take a large part of a short command's time.
 */
async function compileOutput(
  { name, output }: Tool,
  source: ToolSource,
): Promise<CompiledSchema | null> {
  if (output === undefined) return null;
  const made = (): ToolSchema<unknown> => (isMaker(output) ? output() : output);
  if (source !== "builtin") return compileSchema(made(), `the output of '${name}'`, "output");
  return deferSchema(() => {
    const schema = made();
    if (isStandardSchema(schema)) return schema;
    throw new ConfigurationError(
      "tool-invalid",
      `The output of '${name}' is not a schema that implements Standard Schema.`,
    );
  }, "output");
}

/** Whether `output` is a function that makes a schema; the schemas of some libraries are functions as well. */
function isMaker(
  output: NonNullable<Tool["output"]>,
): output is Extract<NonNullable<Tool["output"]>, () => unknown> {
  return typeof output === "function" && !isStandardSchema(output);
}

/** `read_file` becomes "Read file". */
function titleFrom(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
