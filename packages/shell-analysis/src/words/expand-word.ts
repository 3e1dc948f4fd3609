import type { NestedScript, Word, WordPart } from "../parser/syntax.ts";
import type { ShellState } from "../script/shell-state.ts";
import { isCountPrinted } from "../script/printed-counts.ts";
import { areHashesPrinted } from "../script/printed-hashes.ts";
import type { Argument, StaticArgument, UnknownArgument } from "../specification/specification.ts";
import { below } from "../specifications/sub-languages/given-words.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import { expandBraces, mayHaveBraces } from "./braces.ts";
import { addParameter, type ParameterContext } from "./parameters.ts";
import { WordBuilder } from "./word-builder.ts";

export interface WordContext extends ParameterContext {
  readonly state: ShellState;
  readonly home: string;
  /** Follows the commands of a substitution; returns its output where that is certain. */
  substitute(part: NestedScript): string | null;
  /**
   * Below what the plain names lie that a substitution prints, when it prints nothing else; null when
   * that isn't known. Follows nothing.
   */
  namesPrinted(part: NestedScript): readonly StaticArgument[] | null;
  /** Follows the commands of `<(…)` and `>(…)`. */
  followAside(part: NestedScript): void;
  /** Something other than a word's value that can't be known. */
  unknown(reason: string): void;
  /** It isn't bash that reads this, but a shell that lacks some of its quoting. */
  readonly isOtherShell: boolean;
}

const plainWord = /^[\w./:,+@%^-][\w./:,+@%^=-]*$/;

/**
 * What a word of a command becomes: usually one argument, several where braces or a split value
 * make them, none for an empty value. Never wrong about what it calls static.
 */
export function expandWord(word: Word, context: WordContext): readonly Argument[] {
  const words: Argument[] = [];
  expandInto(words, word, context);
  return words;
}

/** The same, put behind other words. */
export function expandInto(words: Argument[], word: Word, context: WordContext): void {
  const { text } = word;
  // Most words; asking for the parts costs a second look by the parser.
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

/** A word where nothing is split, matched or multiplied: an assignment's value, an operand of `[[`. */
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
        context.unknown(`the quoting ${part.text} isn't the same in every shell`);
        return builder.unknown(`the value of ${part.text} isn't certain`, false);
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
        return followUnknown(part, builder, context, "a pattern with quotes or values in it");
      }
      return isField ? builder.glob(part.text) : builder.literal(part.value);
    case "BraceExpansion":
      if (!isField && /^[^'"\\$`<>()]*$/.test(part.text)) return builder.literal(part.text);
      return followUnknown(part, builder, context, "braces together with quotes or values");
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
      return addExpansion(part, builder, context, !isField);
    case "ProcessSubstitution":
      context.followAside(part);
      if (context.isOtherShell) context.unknown(`${part.operator}(…) isn't known to every shell`);
      // Bash puts the name of a pipe there. What is written to one isn't followed.
      if (part.operator === "<") return builder.literal("/dev/fd/63");
      return builder.unknown("what is written into >(…) isn't followed", false);
    default:
      return followUnknown(part, builder, context, "a form of word that isn't followed");
  }
}

/** Text without quotes: what is escaped in it is literal, the rest may be a pattern. */
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
    builder.unknown("braces together with escapes", true);
  } else if (/[*?]/.test(bare)) {
    builder.unknown("a pattern together with escapes", true);
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
        builder.hash(`what ${shorten(part.text)} prints isn't known before it runs`, !isQuoted);
      } else
        builder.unknown(`what ${shorten(part.text)} prints isn't known before it runs`, !isQuoted);
      return;
    }
    case "ArithmeticExpansion":
      context.arithmetic(part.expression, part);
      builder.unknown(`the value of ${shorten(part.text)} isn't known before it runs`, false);
      return;
    default:
      addParameter(part, builder, context, isQuoted);
  }
}

/** Follows what runs inside of a part that is otherwise given up. */
function followUnknown(
  part: WordPart,
  builder: WordBuilder,
  context: WordContext,
  what: string,
): void {
  context.followInside(part);
  if (part.type === "ExtendedGlob") context.unknown(`${part.text} isn't valid everywhere`);
  builder.unknown(what, true);
}

/** `~` and `~/…` at the beginning; false when there is none. */
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
    // Bash expands these in what looks like an assignment, and sh doesn't.
    builder.unknown(`the ~ in ${shorten(written)} isn't certain`, false);
    return true;
  }
  const isHome = text.startsWith("~/") || (text === "~" && next === undefined);
  if (isHome && context.state.variable("HOME") === undefined) {
    builder.literal(context.home);
    addLiteral({ text: text.slice(1), value: part.value.slice(1) }, builder, context, isField);
    return true;
  }
  if (/^~["'$\\]/.test(written)) return false;
  builder.unknown(`where ${shorten(text)} leads isn't known`, false);
  return true;
}

/** Braces multiply the word before anything else happens; null when there are none. */
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
  if (context.isOtherShell) context.unknown("braces aren't expanded by every shell");
  const words = expandBraces(text);
  if (words === null) return [unknownWord(text, "the braces make words that aren't followed")];
  if (words.length === 1 && words[0] === text) return null;
  // Empty words vanish, as they are made without quotes.
  return words.filter((word) => word !== "").map((word) => plainArgument(word, context));
}

/** A word without quotes and braces. */
function plainArgument(text: string, context: WordContext): Argument {
  const builder = new WordBuilder();
  let rest = text;
  if (text.startsWith("~")) {
    if ((text !== "~" && !text.startsWith("~/")) || context.state.variable("HOME") !== undefined) {
      return unknownWord(text, `where ${shorten(text)} leads isn't known`);
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

/** What a substitution prints is split like a value. */
function splitOutput(
  part: Extract<WordPart, { type: "CommandExpansion" }>,
  context: WordContext,
): readonly Argument[] {
  const { text } = part;
  const output = context.substitute(part);
  if (output !== null && context.state.splitsAsUsual && !/[*?[\\]/.test(output)) {
    return fieldsOf(output);
  }
  const places = context.state.splitsAsUsual ? context.namesPrinted(part) : null;
  if (places !== null) return places.map((place) => below(place.text));
  const word = unknownWord(text, `what ${shorten(text)} prints isn't known before it runs`);
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

/** `"$@"` and `"${a[@]}"`, each word of it a word again; null where they aren't known. */
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
  // Without quotes each is split and matched again.
  const isPlain = words.every(
    (word) => word.kind === "static" && wordWithoutChange.test(word.text),
  );
  return isPlain && state.splitsAsUsual ? words : null;
}

/** A known value with white space in it becomes several words; null for any other case. */
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

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
