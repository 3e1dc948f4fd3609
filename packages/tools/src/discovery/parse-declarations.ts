import { type JsonSchema, ToolError } from "@toolwright/core";
import { oneLine } from "../found-tools/one-line.ts";
import { countText, sizeText } from "../text/number-text.ts";
import { declaredSchema } from "./declared-schema.ts";

/** One tool that the list command declares. */
export interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** The reason why a declaration can't be used. */
export interface DiscoveryProblem {
  readonly name: string;
  readonly reason: string;
}

export interface Declarations {
  readonly declarations: readonly Declaration[];
  readonly problems: readonly DiscoveryProblem[];
}

const MAX_TOOLS = 1_000;
const MAX_DECLARATION_BYTES = 100_000;
const MAX_SHOWN_CHARACTERS = 200;

const toolName = /^[A-Za-z0-9_-]{1,64}$/;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the output of a list command: a list of function declarations, of `{"functionDeclarations": […]}`
 * (or `function_declarations`), of both, or one such object. Unusable declarations are skipped, and so
 * are declarations beyond the limit.
 *
 * Errors: `discovered-tool-failed` for any other output.
 */
export function parseDeclarations(text: string): Declarations {
  const entries = entriesOf(parse(text), text);
  const taken = entries.slice(0, MAX_TOOLS);
  const declarations: Declaration[] = [];
  const problems: DiscoveryProblem[] = [];
  taken.forEach((entry, index) => {
    const read = readDeclaration(entry);
    if ("reason" in read) problems.push({ name: shownName(entry, index), reason: read.reason });
    else declarations.push(read);
  });
  if (entries.length > taken.length) {
    problems.push({
      name: `(${countText(entries.length - taken.length)} more)`,
      reason: `only the first ${countText(MAX_TOOLS)} declarations are used`,
    });
  }
  return { declarations, problems };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ToolError(
      "discovered-tool-failed",
      text.trim() === ""
        ? "It printed nothing instead of a JSON list of function declarations."
        : `Its output is not JSON (${oneLine(why, 100)}). It begins with: ${oneLine(text, MAX_SHOWN_CHARACTERS)}`,
    );
  }
}

function entriesOf(parsed: unknown, text: string): readonly unknown[] {
  const groups = isObject(parsed) ? functionsOf(parsed) : null;
  if (groups !== null) return groups;
  if (Array.isArray(parsed)) {
    return parsed.flatMap((entry) => (isObject(entry) ? functionsOf(entry) : null) ?? [entry]);
  }
  throw new ToolError(
    "discovered-tool-failed",
    `Its output is not a list of function declarations, such as [{"name", "description", "parameters"}, …] or {"functionDeclarations": […]}. It begins with: ${oneLine(text, MAX_SHOWN_CHARACTERS)}`,
  );
}

function functionsOf(entry: Json): readonly unknown[] | null {
  const functions = entry["functionDeclarations"] ?? entry["function_declarations"];
  return Array.isArray(functions) ? functions : null;
}

function readDeclaration(entry: unknown): Declaration | { readonly reason: string } {
  if (!isObject(entry)) return { reason: "it is not an object with a name" };
  const { name, description, parameters, parametersJsonSchema } = entry;
  if (typeof name !== "string") return { reason: "it has no name" };
  if (!toolName.test(name)) {
    return { reason: "its name is invalid: use 1 to 64 of A-Z a-z 0-9 _ -" };
  }
  if (description !== undefined && typeof description !== "string") {
    return { reason: "its description is not a string" };
  }
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes > MAX_DECLARATION_BYTES) {
    return { reason: `its size of ${sizeText(bytes)} exceeds ${sizeText(MAX_DECLARATION_BYTES)}` };
  }
  return {
    name,
    description: description?.trim() || `Runs ${name}.`,
    input: declaredSchema(parametersJsonSchema ?? parameters),
  };
}

function shownName(entry: unknown, index: number): string {
  const name = isObject(entry) ? entry["name"] : undefined;
  return typeof name === "string" && name.trim() !== ""
    ? oneLine(name, 80)
    : `(declaration ${countText(index + 1)})`;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
