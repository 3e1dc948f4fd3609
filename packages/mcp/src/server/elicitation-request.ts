import type { ElicitRequestFormParams, ElicitRequestParams } from "@modelcontextprotocol/server";
import type { Elicitation, JsonSchema } from "@toolwright/core";
import { revealedLine, revealHidden } from "@toolwright/core/internal";
import type { AskingAbilities } from "./host-line.ts";

/**
 * A question of a tool or server as a request to the host, with its origin; null when the host cannot show
 * that kind.
 */
export function elicitationRequest(
  elicitation: Elicitation,
  canAsk: AskingAbilities,
): ElicitRequestParams | null {
  const { id, from, message } = elicitation;
  const text = `${revealedLine(from, 200)} asks:\n${revealHidden(message, "command")}`;
  if (elicitation.kind === "url") {
    if (!canAsk.url) return null;
    return { mode: "url", message: text, url: elicitation.url, elicitationId: id };
  }
  if (!canAsk.form) return null;
  const schema = canAsk.titledChoices
    ? elicitation.schema
    : withoutTitledChoices(elicitation.schema);
  // The asker wrote the schema for a form; the host checks it.
  const requestedSchema = schema as ElicitRequestFormParams["requestedSchema"];
  return { mode: "form", message: text, requestedSchema };
}

/** For hosts of older revisions: titles are beside the values, and several choices are one text. */
function withoutTitledChoices(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(fieldsOf(schema["properties"]));
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, field]) => [name, olderField(fieldsOf(field))]),
    ),
  };
}

function olderField(field: Fields): Fields {
  const { oneOf, items, minItems: _min, maxItems: _max, ...rest } = field;
  const choices = choicesOf(oneOf);
  if (choices.length > 0) {
    const values = choices.map(({ value }) => value);
    return { ...rest, enum: values, enumNames: choices.map(({ title }) => title) };
  }
  const several = choicesOf(fieldsOf(items)["anyOf"]);
  if (field["type"] !== "array" || several.length === 0) return field;
  const told = `One or more of: ${several.map(({ title }) => title).join("; ")}`;
  const { description = "" } = rest;
  return { ...rest, type: "string", description: `${String(description)}\n${told}`.trim() };
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** Empty for anything but constants. */
function choicesOf(given: unknown): readonly Choice[] {
  if (!Array.isArray(given)) return [];
  const choices = given.map((each: unknown) => {
    const { const: value, title = value } = fieldsOf(each);
    return { value: String(value), title: String(title) };
  });
  return given.every((each: unknown) => typeof fieldsOf(each)["const"] === "string") ? choices : [];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
