import { redactDeep } from "../invocation/redact.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { DeclarableTool } from "./declarable-tool.ts";

/** The tool without secrets in its texts: servers, skills and agent files have their say in them. */
export function withoutSecrets(
  tool: DeclarableTool,
  redactor: Redactor | undefined,
): DeclarableTool {
  const { description, inputSchema } = tool;
  const [text, schema] = redactDeep([description, inputSchema] as const, redactor);
  if (text === description && schema === inputSchema) return tool;
  // The output schema is made on demand, so a copy must not read it.
  const own = {
    ...Object.getOwnPropertyDescriptors(tool),
    description: { value: text, enumerable: true },
    inputSchema: { value: schema, enumerable: true },
  };
  return Object.defineProperties({}, own) as DeclarableTool;
}
