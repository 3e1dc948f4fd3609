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
 * Makes a tool ready to be shown and called.
 *
 * Errors: ConfigurationError `schema-invalid` for a schema that can't be compiled, `tool-invalid`
 * for a definition that lacks a part.
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
 * Ours are held to be good, and their results to fit, by their tests; most sessions never declare what a
 * tool returns, and making all these schemas is a good part of a short command.
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
    throw new ConfigurationError("tool-invalid", `The output of '${name}' is no library's schema.`);
  }, "output");
}

/** A schema of some libraries is a function, too. */
function isMaker(
  output: NonNullable<Tool["output"]>,
): output is Extract<NonNullable<Tool["output"]>, () => unknown> {
  return typeof output === "function" && !isStandardSchema(output);
}

/** `read_file` is "Read file". */
function titleFrom(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
