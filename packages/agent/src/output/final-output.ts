import { ConfigurationError, type ToolSchema } from "@toolwright/core";
import { compileSchema } from "@toolwright/core/internal";

/** How often a model may correct its output. */
const maxCorrections = 3;
const maxIssues = 10;
/** Of the schema as JSON, because it is part of the prompt. */
const maxSchemaLength = 100_000;

/** The output fits, or the model must correct it, or it had its chances. */
export type OutputVerdict =
  | { readonly value: unknown }
  | { readonly correction: string }
  | { readonly failure: string };

/**
 * The last answer of a run as a value of a schema. The model is told the schema in words, which works with every
 * vendor, and is told again when its answer doesn't fit.
 */
export class FinalOutput {
  readonly #schema: ToolSchema<unknown>;
  #corrections = 0;

  constructor(schema: ToolSchema<unknown>) {
    this.#schema = schema;
  }

  /** What the model is told. Errors: ConfigurationError `schema-invalid`. */
  async instruction(): Promise<string> {
    const { jsonSchema } = await compileOutputSchema(this.#schema);
    return `When you are done, your last answer must be one JSON value that fits this JSON Schema, and nothing else:\n\n${JSON.stringify(jsonSchema)}`;
  }

  /** Judges the model's last text. Errors: ConfigurationError `schema-invalid`. */
  async judge(text: string): Promise<OutputVerdict> {
    const { validate } = await compileOutputSchema(this.#schema);
    const given = jsonIn(text);
    const checked =
      given === undefined ? { issues: [{ message: "It is no JSON." }] } : await validate(given);
    if (checked.issues === undefined) return { value: checked.value };
    const messages = checked.issues.slice(0, maxIssues).map(({ message }) => message);
    this.#corrections += 1;
    if (this.#corrections > maxCorrections) {
      return { failure: `The model's last answer doesn't fit the schema: ${messages.join(" ")}` };
    }
    const faults = messages.map((message) => `- ${message}`).join("\n");
    return {
      correction: `Your last answer doesn't fit the schema:\n${faults}\n\n${await this.instruction()}`,
    };
  }
}

/** Errors: ConfigurationError `schema-invalid`. */
export async function compileOutputSchema(
  schema: ToolSchema<unknown>,
): ReturnType<typeof compileSchema> {
  const compiled = await compileSchema(schema, "The output schema");
  const { length } = JSON.stringify(compiled.jsonSchema);
  if (length <= maxSchemaLength) return compiled;
  throw new ConfigurationError(
    "schema-invalid",
    `The output schema has ${length} characters; at most ${maxSchemaLength} fit a prompt.`,
  );
}

/** The JSON of an answer, also in a code block or with words around it. Undefined for none. */
function jsonIn(text: string): unknown {
  const block = /```(?:json)?\s*\n([^]*?)\n\s*```/u.exec(text)?.[1];
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, block, braces]) {
    try {
      if (candidate !== undefined) return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate may be JSON.
    }
  }
  return undefined;
}
