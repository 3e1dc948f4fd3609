import type { NestedScript, Word, WordPart } from "../parser/syntax.ts";
import type { ShellState } from "../script/shell-state.ts";
import { isCountPrinted } from "../script/printed-counts.ts";
import { areHashesPrinted } from "../script/printed-hashes.ts";
import type { Argument, NamesBelow, UnknownArgument } from "../specification/specification.ts";
import { below, limitsAfterGlobs } from "../specifications/sub-languages/given-words.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import { expandBraces, mayHaveBraces } from "./braces.ts";
import { addParameter, type ParameterContext } from "./parameters.ts";
import { WordBuilder } from "./word-builder.ts";

export interface WordContext extends ParameterContext {
  readonly state: ShellState;
  readonly home: string;
  /** Follows the commands of a substitution; returns its output when that is certain. */
  substitute(part: NestedScript): string | null;
  /**
   * The paths at or below which all names lie that a substitution prints, when it prints only plain names;
   * otherwise null. Follows nothing.
   */
  namesPrinted(part: NestedScript): NamesBelow | null;
  /** Follows the commands of `<(…)` and `>(…)`. */
  followAside(part: NestedScript): void;
  /** Adds an unknown that isn't about a word's value. */
  unknown(reason: string): void;
  /** Whether a shell other than bash reads this, which lacks some of bash's quoting. */
  readonly isOtherShell: boolean;
}

const plainWord = /^[\w./:,+@%^-][\w./:,+@%^=-]*$/;

/**
 * Expands a word of a command: usually to one argument, to several with braces or a split value,
 * to none for an empty value. An argument that it calls static is certain.
 */
export function expandWord(word: Word, context: WordContext): readonly Argument[] {
  const words: Argument[] = [];
  expandInto(words, word, context);
  return words;
}

/** Appends the expansion of a word to other words. */
export function expandInto(words: Argument[], word: Word, context: WordContext): void {
  const { text } = word;
  // Most words are plain. Reading `parts` makes the parser parse the word again.
  if (plainWord.test(text)) words.push({ kind: "static", text });
  else words.push(...expandComplex(word, context));
}

function expandComplex(word: Word, context: WordContext): readonly Argument[] {
  const { text } = word;
  const parts = word.parts ?? [literalPart(word)];
  const braces = expandWholeBraces(text, parts, context);
  if (braces !== null) return braces;
  const only = parts.length === 1 ? parts[0] : undefined;
  const all = allWords(only, context);
  if (all !== null) return all;
  if (only?.type === "CommandExpansion") return splitOutput(only, context);
  if (only?.type === "SimpleExpansion" || only?.type === "ParameterExpansion") {
    const fields = splitFields(only, context);
    if (fields !== null) return fields;
  }
  return [assemble(text, parts, context, true)];
}

/** Expands a word that is not split and has no globs or braces: an assignment's value, an operand of `[[`. */
export function expandValue(word: Word, context: WordContext): Argument {
  const { text } = word;
  if (plainWord.test(text)) return { kind: "static", text };
  return assemble(text, word.parts ?? [literalPart(word)], context, false);
}

function literalPart({ text, value, pos, end }: Word): WordPart {
  return { type: "Literal", text, value, pos, end };
}

function assemble(
  written: string,
  parts: readonly WordPart[],
  context: WordContext,
  isField: boolean,
): Argument {
  const builder = new WordBuilder();
  for (const [index, part] of parts.entries()) {
    if (index > 0 || !addTilde(part, parts[1], written, builder, context, isField)) {
      addPart(part, builder, context, isField);
    }
  }
  return builder.build(written);
}

function addPart(
  part: WordPart,
  builder: WordBuilder,
  context: WordContext,
  isField: boolean,
): void {
  switch (part.type) {
    case "Literal":
      return addLiteral(part, builder, context, isField);
    case "SingleQuoted":
      return builder.literal(part.value);
    case "AnsiCQuoted": {
      const value = context.isOtherShell ? null : decodeAnsiC(part.text);
      if (value === null) {
        context.unknown(`shells differ in how they read ${part.text}`);
        return builder.unknown(`the value of ${part.text} is uncertain`, false);
      }
      return builder.literal(value);
    }
    case "DoubleQuoted":
      for (const child of part.parts) {
        if (child.type === "Literal") builder.literal(child.value);
        else addExpansion(child, builder, context, true);
      }
      return;
    case "Glob":
      if (part.kind === "bracket" && /["'$`\\]/.test(part.text)) {
        return followUnknown(part, builder, context, "a pattern contains quotes or variables");
      }
      return isField ? builder.glob(part.text) : builder.literal(part.value);
    case "BraceExpansion":
      if (!isField && /^[^'"\\$`<>()]*$/.test(part.text)) return builder.literal(part.text);
      return followUnknown(part, builder, context, "braces contain quotes, escapes or variables");
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
      return addExpansion(part, builder, context, !isField);
    case "ProcessSubstitution":
      context.followAside(part);
      if (context.isOtherShell) context.unknown(`not every shell supports ${part.operator}(…)`);
      // Bash puts the name of a pipe there. The commands behind `>(…)` read what is written to it.
      if (part.operator === "<") return builder.literal("/dev/fd/63");
      return builder.unknown("text written into >(…) is not analysed", false);
    default:
      return followUnknown(part, builder, context, "a form of word is not understood");
  }
}

/** Adds text without quotes: escaped characters are literal, the rest may be a pattern. */
function addLiteral(
  { text, value }: { readonly text: string; readonly value: string },
  builder: WordBuilder,
  context: WordContext,
  isField: boolean,
): void {
  const isPlain = text === value && !/[*?[()]/.test(text);
  if (isPlain || !isField) {
    builder.literal(value);
    return;
  }
  const bare = text.replaceAll(/\\[\s\S]/g, "");
  // The parser lets some parentheses pass as text.
  if (/[()]/.test(bare)) context.unknown(`it isn't valid bash: a parenthesis in ${shorten(text)}`);
  if (mayHaveBraces(bare) && text !== bare) {
    builder.unknown("a word has braces and escapes", true);
  } else if (/[*?]/.test(bare)) {
    builder.unknown("a word has a pattern and escapes", true);
  } else builder.literal(value);
}

function addExpansion(
  part: Extract<
    WordPart,
    {
      type: "SimpleExpansion" | "ParameterExpansion" | "CommandExpansion" | "ArithmeticExpansion";
    }
  >,
  builder: WordBuilder,
  context: WordContext,
  isQuoted: boolean,
): void {
  switch (part.type) {
    case "CommandExpansion": {
      const output = context.substitute(part);
      if (output !== null && (isQuoted || plainWord.test(output))) builder.literal(output);
      else if (areHashesPrinted(part.script, context)) {
        builder.hash(unknownOutput(part.text), !isQuoted);
      } else builder.unknown(unknownOutput(part.text), !isQuoted);
      return;
    }
    case "ArithmeticExpansion":
      context.arithmetic(part.expression, part);
      builder.unknown(`the value of ${shorten(part.text)} is unknown until it runs`, false);
      return;
    default:
      addParameter(part, builder, context, isQuoted);
  }
}

/** Follows the commands inside a part whose value is unknown. */
function followUnknown(
  part: WordPart,
  builder: WordBuilder,
  context: WordContext,
  reason: string,
): void {
  context.followInside(part);
  if (part.type === "ExtendedGlob") context.unknown(`${part.text} isn't valid everywhere`);
  builder.unknown(reason, true);
}

/** Adds `~` or `~/…` at the beginning; returns false when there is none. */
function addTilde(
  part: WordPart,
  next: WordPart | undefined,
  written: string,
  builder: WordBuilder,
  context: WordContext,
  isField: boolean,
): boolean {
  if (part.type !== "Literal") return false;
  const { text } = part;
  const isFirst = text.startsWith("~");
  if (!isFirst) {
    if (!/^[A-Za-z_]\w*\+?=.*~|:~/.test(text)) return false;
    // Bash expands these in words that look like assignments, and sh doesn't.
    builder.unknown(`the meaning of ~ in ${shorten(written)} is uncertain`, false);
    return true;
  }
  const isHome = text.startsWith("~/") || (text === "~" && next === undefined);
  if (isHome && context.state.variable("HOME") === undefined) {
    builder.literal(context.home);
    addLiteral({ text: text.slice(1), value: part.value.slice(1) }, builder, context, isField);
    return true;
  }
  if (/^~["'$\\]/.test(written)) return false;
  builder.unknown(unknownTilde(text), false);
  return true;
}

/** Expands the braces of a word, which happens first; null when there are none. */
function expandWholeBraces(
  text: string,
  parts: readonly WordPart[],
  context: WordContext,
): readonly Argument[] | null {
  if (!text.includes("{")) return null;
  const hasBraces = parts.some(
    (part) =>
      part.type === "BraceExpansion" ||
      ((part.type === "Literal" || part.type === "Glob") && part.text.includes("{")),
  );
  if (!hasBraces || !mayHaveBraces(text)) return null;
  if (!/^[^'"\\$`<>()]*$/.test(text)) return null;
  if (context.isOtherShell) context.unknown("not every shell expands braces");
  const words = expandBraces(text);
  if (words === null) return [unknownWord(text, "the braces make too many words, or unusual ones")];
  if (words.length === 1 && words[0] === text) return null;
  // Empty words vanish because they are unquoted.
  return words.filter((word) => word !== "").map((word) => plainArgument(word, context));
}

/** A word without quotes and braces. */
function plainArgument(text: string, context: WordContext): Argument {
  const builder = new WordBuilder();
  let rest = text;
  if (text.startsWith("~")) {
    if ((text !== "~" && !text.startsWith("~/")) || context.state.variable("HOME") !== undefined) {
      return unknownWord(text, unknownTilde(text));
    }
    builder.literal(context.home);
    rest = text.slice(1);
  }
  const at = rest.search(/[*?[]/);
  if (at === -1) builder.literal(rest);
  else {
    builder.literal(rest.slice(0, at));
    builder.glob(rest.slice(at));
  }
  return builder.build(text);
}

function unknownWord(text: string, reason: string): UnknownArgument {
  return { kind: "unknown", text, start: "", splits: true, reason };
}

/** Splits the output of an unquoted substitution into words. */
function splitOutput(
  part: Extract<WordPart, { type: "CommandExpansion" }>,
  context: WordContext,
): readonly Argument[] {
  const { text } = part;
  const output = context.substitute(part);
  if (output !== null && context.state.splitsAsUsual && !/[*?[\\]/.test(output)) {
    return fieldsOf(output);
  }
  const names = context.state.splitsAsUsual ? context.namesPrinted(part) : null;
  if (names !== null) {
    return names.below.map((place) => ({
      ...below(place.text, limitsAfterGlobs(names.limits)),
      mayVanish: true,
    }));
  }
  const word = unknownWord(text, unknownOutput(text));
  if (areHashesPrinted(part.script, context)) {
    return [{ ...word, forms: [WordBuilder.hashForm] }];
  }
  return [isCountPrinted(part.script, context) ? { ...word, isCount: true } : word];
}

function fieldsOf(text: string): readonly Argument[] {
  const fields = text.split(/[ \t\n]+/).filter((field) => field !== "");
  return fields.map((field) => ({ kind: "static", text: field }));
}

const wholeList = /^\$(?:[@]|\{(?:@|([A-Za-z_]\w*)\[@\])\})$/;
const wordWithoutChange = /^[\w./:,+@%=^-]+$/;

/** The words of `"$@"` or `"${a[@]}"`; null when they are unknown. */
function allWords(
  part: WordPart | undefined,
  { state, isOtherShell }: WordContext,
): readonly Argument[] | null {
  const isQuoted = part?.type === "DoubleQuoted" && part.parts.length === 1;
  const inner = isQuoted ? part.parts[0] : part;
  if (inner?.type !== "SimpleExpansion" && inner?.type !== "ParameterExpansion") return null;
  const match = wholeList.exec(inner.text);
  if (match === null) return null;
  const [, name] = match;
  const list = name === undefined ? undefined : state.variable(name);
  const words = name === undefined ? state.positional : list?.kind === "list" ? list.items : null;
  if (words === null || (name !== undefined && isOtherShell)) return null;
  if (isQuoted) return words;
  // Without quotes bash splits each word again and matches its globs.
  const isPlain = words.every(
    (word) => word.kind === "static" && wordWithoutChange.test(word.text),
  );
  return isPlain && state.splitsAsUsual ? words : null;
}

/** The words of a known value that contains white space; null for any other part. */
function splitFields(part: WordPart, { state }: WordContext): readonly Argument[] | null {
  const name =
    part.type === "SimpleExpansion"
      ? part.text.slice(1)
      : part.type === "ParameterExpansion" && part.text === `\${${part.parameter}}`
        ? part.parameter
        : "";
  const isOtherDigit = part.type === "SimpleExpansion" && /^\d{2}/.test(name);
  const value = name === "" || isOtherDigit ? undefined : state.variable(name);
  if (value?.kind !== "text" || !state.splitsAsUsual || /[*?[\\]/.test(value.text)) return null;
  return fieldsOf(value.text);
}

function unknownOutput(text: string): string {
  return `the output of ${shorten(text)} is unknown until it runs`;
}

function unknownTilde(text: string): string {
  return `the directory of ${shorten(text)} is unknown`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
