import { resolve } from "node:path";
import { compileOutputSchema } from "@toolwright/agent";
import type { JsonSchema } from "@toolwright/core";
import { messageOf, verbatim } from "@toolwright/core/internal";
import { parseJsonFile, readSettingsFile } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import type { ProgramContext } from "../program-context.ts";

/**
 * The JSON Schema of `--output-schema FILE`; undefined without the flag.
 *
 * Errors: CommandError `usage` or ConfigurationError `settings-invalid`, with the file, and with line and column where
 * they are known.
 */
export async function outputSchemaFrom(
  parsed: ParsedArguments,
  { cwd }: Pick<ProgramContext, "cwd">,
): Promise<JsonSchema | undefined> {
  const file = parsed.value("output-schema");
  if (file === undefined) return undefined;
  const path = resolve(cwd, file);
  const read = readSettingsFile(path);
  if (read === null) throw usageError(phrase("There is no file '{path}'.", { path }));
  const { positionOf } = parseJsonFile(read.text, path);
  try {
    const schema = JSON.parse(read.text) as JsonSchema;
    await compileOutputSchema(schema);
    return schema;
  } catch (thrown) {
    const message = messageOf(thrown);
    const { line, column } = positionOf(keysIn(message));
    throw usageError(verbatim(`${path}:${line}:${column}: ${message}`));
  }
}

/** The place in the schema that a message names, as `schema/properties/count/type`. */
function keysIn(message: string): readonly (string | number)[] {
  const [, pointer = ""] = /\bschema((?:\/[^\s/,]+)+)/u.exec(message) ?? [];
  return pointer
    .split("/")
    .slice(1)
    .map((key) => (/^\d+$/u.test(key) ? Number(key) : key));
}
