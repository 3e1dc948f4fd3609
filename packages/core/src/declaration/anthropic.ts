import type { DeclarableTool } from "./declarable-tool.ts";
import { commonNameLimits, declaredName } from "./declared-name.ts";
import {
  describeTool,
  type ObjectSchema,
  objectSchema,
  portableSchema,
} from "./portable-schema.ts";

/** A client tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
}

export function declareAnthropic(tools: readonly DeclarableTool[]): AnthropicTool[] {
  return tools.map((tool) => {
    const { schema, rootText } = portableSchema(tool.inputSchema);
    const { sayable, fieldText } = withoutOddNames(objectSchema(schema));
    return {
      name: declaredName(tool.name, commonNameLimits),
      description: describeTool(
        tool.description,
        [rootText, fieldText].filter((text) => text !== "").join(" "),
      ),
      input_schema: sayable,
    };
  });
}

/**
 * Moves root fields with names that the API refuses into the description, because the API would refuse the
 * whole request. The schema stays open, so the model can still send them.
 */
function withoutOddNames(schema: ObjectSchema): { sayable: ObjectSchema; fieldText: string } {
  const fields = Object.entries(schema.properties);
  const odd = fields.filter(([name]) => !/^[\w.-]{1,64}$/.test(name));
  if (odd.length === 0) return { sayable: schema, fieldText: "" };
  const { required = [] } = schema;
  const names = new Set(odd.map(([name]) => name));
  const { additionalProperties, ...rest } = schema;
  const sayable: ObjectSchema = {
    ...rest,
    ...((additionalProperties ?? false) === false ? {} : { additionalProperties }),
    properties: Object.fromEntries(fields.filter(([name]) => !names.has(name))),
    required: required.filter((name) => !names.has(name)),
  };
  const texts = odd.map(([name, field]) => {
    const need = required.includes(name) ? "required" : "optional";
    return `${JSON.stringify(name)} (${need}): ${JSON.stringify(field)}`;
  });
  return { sayable, fieldText: `Further fields, to be named exactly so: ${texts.join("; ")}.` };
}
