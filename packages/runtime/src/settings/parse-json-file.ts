import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { settingsError } from "../errors.ts";
import type { Position } from "./settings.ts";

/** The tree of a file, and the positions of its values. */
export interface JsonFile {
  /** Undefined for an empty file. */
  readonly root: Node | undefined;
  readonly positionAt: (offset: number) => Position;
  /** The position of the value at a path of keys and indexes, or of its nearest ancestor. */
  readonly positionOf: (keys: readonly (string | number)[]) => Position;
}

/**
 * Reads JSON with comments and trailing commas.
 *
 * Errors: ConfigurationError `settings-invalid` with the file, line and column.
 */
export function parseJsonFile(text: string, path: string): JsonFile {
  const positionAt = (offset: number): Position => positionIn(text, offset);
  const errors: ParseError[] = [];
  const root = parse(text, errors, path);
  const [error] = errors;
  if (error !== undefined) {
    throw settingsError(path, `invalid JSON: ${explain(error)}`, positionAt(error.offset));
  }
  const positionOf: JsonFile["positionOf"] = (keys) =>
    positionAt(root === undefined ? 0 : nearestNode(root, keys).offset);
  return { root, positionAt, positionOf };
}

function parse(text: string, errors: ParseError[], path: string): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (thrown) {
    // The parser is recursive, so very deep nesting overflows its stack.
    if (thrown instanceof RangeError) throw settingsError(path, "its values are nested too deeply");
    throw thrown;
  }
}

const explanations: Readonly<Record<string, string>> = {
  InvalidSymbol: "unknown word; strings need double quotes",
  InvalidNumberFormat: "this isn't a valid number",
  PropertyNameExpected: "a key in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a ':' is expected here",
  CommaExpected: "a ',' is expected here",
  CloseBraceExpected: "a '}' is missing",
  CloseBracketExpected: "a ']' is missing",
  EndOfFileExpected: "there is text after the end",
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
