import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  SyntaxNode,
  Word,
  WordPart,
} from "../parser/syntax.ts";
import type { ShellState } from "../script/shell-state.ts";
import { limitsAfterGlobs } from "../specifications/sub-languages/given-words.ts";
import { isVariableName, numericVariables } from "./known-variables.ts";
import type { WordBuilder } from "./word-builder.ts";

export interface ParameterContext {
  readonly state: ShellState;
  readonly home: string;
  unknown(reason: string): void;
  /** Adds the read of an environment variable. */
  readEnvironment(variable: string): void;
  /** Follows every command inside a node. */
  followInside(node: SyntaxNode): void;
  /** Judges an arithmetic expression. */
  arithmetic(expression: ArithmeticExpression | undefined, inside: SyntaxNode): void;
}

type Parameter = Extract<WordPart, { type: "SimpleExpansion" | "ParameterExpansion" }>;

/** Adds the value of `$x` or `${x…}` when the script itself has set it; otherwise an unknown. */
export function addParameter(
  part: Parameter,
  builder: WordBuilder,
  context: ParameterContext,
  isQuoted: boolean,
): void {
  if (part.type === "SimpleExpansion") {
    if (/^\$\d{2}/.test(part.text)) {
      builder.unknown(`${part.text} is $1 and then a digit`, !isQuoted);
      return;
    }
    addValue(part.text.slice(1), part.text, builder, context, isQuoted);
    return;
  }
  const { parameter, text } = part;
  if (text === `\${${parameter}}`) {
    addValue(parameter, text, builder, context, isQuoted);
    return;
  }
  const item = listItem(part, context);
  if (item !== null && (isQuoted || /^[\w./:,+@%=-]+$/.test(item))) return builder.literal(item);
  context.followInside(part);
  const hasMany = part.index !== undefined && /^[@*]$/.test(part.index.text);
  const isNumber = part.prefix === "#" && !hasMany;
  const splits = isNumber ? false : !isQuoted || hasMany || /^[@*]$/.test(parameter);
  builder.unknown(unknownUntilRun(text), splits);
}

/** The item of `${a[1]}` when the items up to it are known. */
function listItem({ parameter, index, text }: ParameterExpansionPart, context: ParameterContext) {
  const at = index === undefined ? null : /^\d{1,4}$/.exec(index.text);
  if (at === null || text !== `\${${parameter}[${at[0]}]}`) return null;
  const list = context.state.variable(parameter);
  if (list?.kind !== "list") return null;
  // The number of names that a glob matches is unknown.
  const before = list.items.slice(0, Number(at[0]) + 1);
  const item = before[Number(at[0])];
  return item?.kind === "static" && before.every(({ kind }) => kind === "static")
    ? item.text
    : null;
}

function addValue(
  name: string,
  written: string,
  builder: WordBuilder,
  context: ParameterContext,
  isQuoted: boolean,
): void {
  const unknown = (splits: boolean): void => builder.unknown(unknownUntilRun(written), splits);
  const { state, home } = context;
  const value = state.variable(name);
  if (value === undefined) {
    const known = name === "HOME" ? home : name === "PWD" ? onlyDirectory(state) : null;
    if (known !== null && (isQuoted || /^[\w./:,+@%-]+$/.test(known)))
      return builder.literal(known);
    if (known === null && name !== "PWD") noteParameter(name, context);
    return unknown(numericVariables.has(name) ? false : !isQuoted || /^[@*]$/.test(name));
  }
  switch (value.kind) {
    case "text":
      if (isQuoted || /^[\w./:,+@%=-]+$/.test(value.text)) return builder.literal(value.text);
      return unknown(true);
    case "match":
      // In quotes the value is one of the names; without quotes the pattern is matched again.
      if ((isQuoted || (value.isDeep && state.splitsAsUsual)) && builder.isEmpty) {
        builder.literal(value.start);
        const isOne = isQuoted || value.isListing !== true;
        const limits = isQuoted ? value.limits : limitsAfterGlobs(value.limits);
        builder.glob(value.rest, {
          ...(isOne ? { isOne } : { mayVanish: true }),
          ...(value.isDeep && { isDeep: true }),
          ...(limits !== undefined && { limits }),
        });
        // If the value is empty, the text after it begins the word.
        if (value.isListing === true) builder.endWith(`the value of ${written} may be empty`);
        return;
      }
      return unknown(!isQuoted && !value.isDeep);
    case "number":
      return unknown(false);
    case "list": {
      const [first] = value.items;
      const isPlain = first?.kind === "static" && /^[\w./:,+@%=-]+$/.test(first.text);
      return isPlain ? builder.literal(first.text) : unknown(!isQuoted);
    }
    case "hash":
      return builder.hash(unknownUntilRun(written), !isQuoted);
    case "digits":
    case "unknown":
      return unknown(!isQuoted);
  }
}

function onlyDirectory({ directories, directoriesOnFailure }: ShellState): string | null {
  if (directories?.length !== 1) return null;
  return directoriesOnFailure === null || directoriesOnFailure[0] === directories[0]
    ? (directories[0] ?? null)
    : null;
}

function unknownUntilRun(written: string): string {
  return `the value of ${written} is unknown until it runs`;
}

/** Notes the read of a variable that the script itself hasn't set. */
export function noteParameter(
  name: string,
  context: Pick<ParameterContext, "state" | "readEnvironment">,
): void {
  if (!isVariableName(name) || numericVariables.has(name)) return;
  if (context.state.variable(name) === undefined) context.readEnvironment(name);
}

/** Why an expansion does more than yield a value; null when it doesn't. */
export function troubleOf({
  prefix,
  index,
  operation,
  parameter,
}: ParameterExpansionPart): string | null {
  if (prefix === "!") return "takes a variable's name from another variable";
  if (index !== undefined && !/^(?:[@*]|\d+)$/.test(index.text)) {
    return "has a subscript that bash evaluates";
  }
  if (parameter === "") return "is not understood";
  switch (operation?.type) {
    case undefined:
    case "Remove":
    case "Replace":
    case "CaseModification":
      return null;
    case "Default":
      return operation.operator.includes("=") ? "sets the variable" : null;
    case "Slice":
      return isPlainNumber(operation.offset) &&
        (operation.length === undefined || isPlainNumber(operation.length))
        ? null
        : "has an offset that bash evaluates";
    default:
      return "may run code";
  }
}

function isPlainNumber({ text }: Word): boolean {
  return /^\s*-?\d+$/.test(text);
}
