import type { ParsedScript } from "unbash";

/**
 * The syntax tree that the analysis walks. It is unbash's; only this folder imports the library,
 * and only its types are known elsewhere.
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

/** A part of a word that holds a script; it is parsed when `script` is first asked for. */
export interface NestedScript {
  readonly text: string;
  readonly script: ParsedScript | undefined;
}
