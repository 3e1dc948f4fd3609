import type { ParsedScript } from "unbash";

/**
 * The syntax tree that the analysis walks, which is unbash's. Only this folder imports the library;
 * the rest of the package uses these types.
 */
export type {
  AndOr,
  ArithmeticExpression,
  Assignment,
  Case,
  Command,
  CompoundList,
  For,
  Function as FunctionDefinition,
  HereDoc,
  If,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  While,
  Word,
  WordPart,
} from "unbash";

/** A part of a word that contains a script. The parser parses it when `script` is first read. */
export interface NestedScript {
  readonly text: string;
  readonly script: ParsedScript | undefined;
}
