import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { CommandError } from "../errors.ts";
import { checkSettings } from "./check-settings.ts";
import { settingsError } from "./settings-error.ts";
import { settingsSchema } from "./settings-schema.ts";
import type { Position, Settings, SettingsFile } from "./settings.ts";

/**
 * Reads the text of a settings file: JSON with comments and trailing commas. An empty file says
 * nothing, and that is well-formed.
 *
 * Errors: CommandError `settings-invalid` with the file, line and column.
 */
export function parseSettings(
  text: string,
  { path, layer }: Pick<SettingsFile, "path" | "layer">,
): SettingsFile {
  const positionAt = (offset: number): Position => positionIn(text, offset);
  const fail = (message: string, offset: number): CommandError =>
    settingsError(path, message, positionAt(offset));

  const errors: ParseError[] = [];
  const root = parse(text, errors, path);
  const [error] = errors;
  if (error !== undefined) {
    throw fail(`this is no JSON: ${explain(error)}`, error.offset);
  }
  if (root === undefined) return { path, layer, settings: {}, positionOf: () => positionAt(0) };
  const problem = checkSettings(root, settingsSchema);
  if (problem !== null) throw fail(problem.message, problem.offset);
  return {
    path,
    layer,
    // Checked against the schema that the type was written from.
    settings: getNodeValue(root) as Settings,
    positionOf: (keys) => positionAt(nearestNode(root, keys).offset),
  };
}

function parse(text: string, errors: ParseError[], path: string): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (thrown) {
    // The parser is recursive: brackets nested beyond any sense end its stack.
    if (thrown instanceof RangeError) throw settingsError(path, "its values are nested too deeply");
    throw thrown;
  }
}

const explanations: Readonly<Record<string, string>> = {
  InvalidSymbol: "this word means nothing here; texts stand in double quotes",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a key in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a ':' is expected here",
  CommaExpected: "a ',' is expected here",
  CloseBraceExpected: "a '}' is missing",
  CloseBracketExpected: "a ']' is missing",
  EndOfFileExpected: "nothing may follow here",
  UnexpectedEndOfComment: "a comment isn't closed",
  UnexpectedEndOfString: "a string isn't closed",
  UnexpectedEndOfNumber: "this number isn't finished",
};

function explain({ error }: ParseError): string {
  const code = printParseErrorCode(error);
  return explanations[code] ?? code;
}

function nearestNode(root: Node, keys: readonly (string | number)[]): Node {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
