import { ConfigurationError } from "../errors.ts";
import { type DeclarableTool, traitsOfKind } from "../declaration/declarable-tool.ts";
import { compileSchema } from "../schema/compile.ts";
import { compileUnknownFields } from "../schema/unknown-fields.ts";
import { renderDescription } from "../tool/description.ts";
import { type Tool, toolKinds } from "../tool/tool.ts";
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
  // Ours are held to be good by their tests; most sessions never declare what a tool returns.
  const output =
    tool.output === undefined
      ? null
      : await compileSchema(tool.output, `the output of '${name}'`, {
          side: "output",
          isDeferred: source === "builtin",
        });
  const title = tool.title ?? titleFrom(name);
  const scope = tool.scope ?? "any";
  const declarable: DeclarableTool = {
    name,
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
    ruleName: tool.presents ?? name,
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

/** `read_file` is "Read file". */
function titleFrom(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
