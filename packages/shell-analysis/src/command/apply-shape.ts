import {
  type Argument,
  type CommandShape,
  type Consequence,
  type Operands,
  plainNamePattern,
  readsTree,
  type RestUse,
  type ValueUse,
} from "../specification/specification.ts";
import { isHarmlessForPrograms, isVariableName } from "../words/known-variables.ts";
import { type CompiledShape, compileShape, isRestOfWords } from "./options.ts";
import { joinPath, placesAbove } from "../paths/join-path.ts";
import { type ReadWords, readWords } from "./read-words.ts";
import {
  type CommandContext,
  useConsequences,
  useDestination,
  useValue,
  withInput,
} from "./use-value.ts";

/**
 * Adds the effects of a command with these words (those after its name), by its specification.
 * Returns whether the added effects are all of its consequences.
 */
export function applyShape(
  shape: CommandShape,
  words: readonly Argument[],
  context: CommandContext,
): boolean {
  return apply(compileShape(shape), words, context);
}

function apply(
  compiled: CompiledShape,
  words: readonly Argument[],
  context: CommandContext,
): boolean {
  const { shape, informs, informsOutside } = compiled;
  const [first] = words;
  if (words.length === 1 && first?.kind === "static") {
    const isInside = informs.has(first.text);
    if (isInside && !isChosen(shape, context)) return true;
    const isAsked = informsOutside.has(first.text) || (isInside && asksVersion.test(first.text));
    if (isAsked && context.guard()) return true;
  }
  const guarded = shape.underGuard?.(words) ?? null;
  if (guarded !== null && context.guard()) {
    useConsequences(guarded, context);
    return true;
  }
  if (shape.specified !== false && isChosen(shape, context)) {
    const files = shape.chosenBy?.replaceAll(" ", ", ");
    context.unknown(`may take programs, hosts or paths from these files of the project: ${files}`);
  }
  if (shape.effects !== undefined) useConsequences(shape.effects, context);
  if (shape.interpret !== undefined) {
    useConsequences(shape.interpret(words, context.input), context);
    return shape.specified !== false;
  }
  const { options, operands, strangeOptions, troubles } = readWords(words, compiled);
  const place = startingPlace(options, context);
  if (shape.configuredByDirectory === true) doubtDirectories(place);
  return applyOptions(compiled, { options, operands, strangeOptions, troubles }, place);
}

function applyOptions(
  compiled: CompiledShape,
  { options, operands, strangeOptions, troubles }: ReadWords,
  context: CommandContext,
): boolean {
  const { shape } = compiled;
  let isSpecified = shape.specified !== false;
  for (const reason of troubles) context.unknown(reason);
  let use: Operands = shape.operands ?? {};
  let prevailing: Partial<Operands> = {};
  for (const { name, details, value } of options) {
    if (details.unspecified === true) isSpecified = false;
    if (details.operands !== undefined) use = { ...use, ...details.operands };
    if (details.prevails === true) prevailing = { ...prevailing, ...details.operands };
    if (details.effects !== undefined) useConsequences(details.effects, context);
    if (value !== null && details.value !== undefined) useValue(details.value, value, context);
    else if (details.value === "unknown") context.unknown(`the effect of ${name} is unknown`);
  }
  if (compiled.subcommands !== null) {
    return applySubcommand(compiled, { isSpecified, operands, strangeOptions }, context);
  }
  // A command that only prints its words prints these as well: `echo ---`.
  if (isSpecified && shape.harmlessWords !== true) {
    for (const name of strangeOptions) context.unknown(`the option ${name} is unknown`);
  }
  const wanted = { ...use, ...prevailing };
  const isPlain = arePlain(options, operands);
  const limited = limitedTo(namesIncluded(options), isPlain ? wanted : inFull(wanted), operands);
  applyOperands(limited, operands, isSpecified, shape, context);
  return isSpecified;
}

function applySubcommand(
  { subcommands, noSubcommand }: CompiledShape,
  {
    isSpecified,
    operands,
    strangeOptions,
  }: {
    readonly isSpecified: boolean;
    readonly operands: readonly Argument[];
    readonly strangeOptions: readonly string[];
  },
  context: CommandContext,
): boolean {
  const [name, ...rest] = operands;
  if (name === undefined) {
    if (noSubcommand === null || strangeOptions.length > 0) return false;
    return apply(noSubcommand, [], context) && isSpecified;
  }
  const subcommand = name.kind === "static" ? subcommands?.get(name.text) : undefined;
  if (strangeOptions.length > 0 || subcommand === undefined) return false;
  const named = context.named(`${context.name} ${name.text}`);
  return apply(subcommand, rest, named) && isSpecified;
}

/** Whether a guard, which checks each word separately, reads none of these as an option. */
function arePlain(options: ReadWords["options"], operands: readonly Argument[]): boolean {
  const values = options.flatMap(({ value }) => (value === null ? [] : [value]));
  return [...values, ...operands].every((word) => {
    const start = word.kind === "static" ? word.text : word.start;
    return start !== "" && !start.startsWith("-");
  });
}

/** The operands when no guard skips hidden files. */
function inFull(operands: Operands): Operands {
  const { rest, none } = operands;
  if (rest !== "read-visible") return operands;
  return { ...operands, rest: "read-tree", ...(none !== undefined && { none: [readsTree(".")] }) };
}

/**
 * The patterns of the files that are searched, one of which each must match; null when there are others. The first
 * such option decides what happens to files that none matches: `grep --exclude=a --include=b` searches them.
 */
function namesIncluded(options: ReadWords["options"]): readonly string[] | null {
  const filters = options.filter(({ details }) => details.filters !== undefined);
  if (filters[0]?.details.filters !== "include") return null;
  const included = filters.filter(({ details }) => details.filters === "include");
  const patterns = included.map(({ value }) => patternOf(value));
  return patterns.every((pattern) => pattern !== null) ? patterns : null;
}

/**
 * A pattern of last names. Others are left out, because some greps match whole paths. An unquoted `--include=*.ts` may
 * become names of files, which end in the same way.
 */
function patternOf(value: Argument | null): string | null {
  if (value?.kind === "static") return plainNamePattern.test(value.text) ? value.text : null;
  if (value?.kind !== "glob" || value.start !== "") return null;
  return /=(\*\.\w+)$/.exec(value.text)?.[1] ?? null;
}

/** The operands when only files of these names are read below directories. */
function limitedTo(
  names: readonly string[] | null,
  operands: Operands,
  words: readonly Argument[],
): Operands {
  // The uses of a pattern of paths must stay as they are.
  if (names === null || operands.rest !== "read-tree") return operands;
  if (words.some(({ kind }) => kind !== "static")) return operands;
  const readsSome = (path: string): readonly Consequence[] => [
    { type: "path", use: "read-tree", path, limits: { names } },
  ];
  return {
    ...operands,
    rest: readsSome,
    ...(operands.none !== undefined && { none: readsSome(".") }),
  };
}

/** The directory that the program's own options lead to, each relative to the one before. */
function startingPlace(options: ReadWords["options"], context: CommandContext): CommandContext {
  let place = context;
  for (const { name, details, value } of options) {
    if (details.startsThere !== true || value === null) continue;
    if (value.kind !== "static") {
      context.unknown(`the directory of ${name} ${value.text} is unknown`);
      return context.at(null);
    }
    useValue("read", value, place);
    const from = value.text.startsWith("/") ? ["/"] : place.directories;
    const led = from?.map((directory) => joinPath(directory, value.text, place.origin));
    const isSure = led?.every(({ back }) => back === null || place.isPlainDirectory(back));
    place = place.at(isSure === true ? (led?.map(({ path }) => path) ?? null) : null);
  }
  return place;
}

function doubtDirectories(context: CommandContext): void {
  const { directories } = context;
  if (directories === null)
    context.unknown("follows the settings of its directory, which is unknown");
  for (const directory of directories ?? []) {
    const doubt = context.doubtIn(directory);
    if (doubt !== null) context.unknown(doubt);
  }
}

/** Options with which, alone, a guard starts a program outside any project. */
const asksVersion = /^(?:--version|-[vV])$/;

function isChosen({ chosenBy }: CommandShape, context: CommandContext): boolean {
  if (chosenBy === undefined) return false;
  const { directories } = context;
  if (directories === null) return true;
  const names = chosenBy.split(" ");
  return directories.some((directory) =>
    placesAbove(directory).some((place) =>
      names.some((name) => !context.isAbsent(`${place === "/" ? "" : place}/${name}`)),
    ),
  );
}

function applyOperands(
  { first = [], rest = null, last = null, none }: Operands,
  operands: readonly Argument[],
  isSpecified: boolean,
  shape: CommandShape,
  context: CommandContext,
): void {
  const lastUse = operands.length > first.length && operands.length > 1 ? last : null;
  const middleEnd = lastUse === null ? operands.length : operands.length - 1;
  if (
    none !== undefined &&
    // When the other operands have no effect, it doesn't matter whether there are any.
    operands.length <= (rest === null || rest === "text" ? 0 : first.length)
  ) {
    useConsequences(none, context);
  }
  const open = operands.findIndex(({ kind }) => kind === "glob");
  // Even a single glob shifts: `cp src/*` overwrites the last file that matches.
  const isShifting =
    open !== -1 && (open < first.length || (last !== null && operands.length > first.length));
  const used: { use: ValueUse | null; word: Argument }[] = [];
  for (let at = 0; at < operands.length; at += 1) {
    const word = operands[at];
    if (word === undefined) continue;
    if (at >= first.length && typeof rest === "string" && isRestOfWords(rest)) {
      applyRest(rest, operands.slice(at), context);
      return;
    }
    const isLast = lastUse !== null && at === middleEnd;
    const use = isLast ? lastUse : (first[at] ?? (rest as ValueUse | null));
    if (use === "destination") useDestination(word, used, context);
    else if (use !== null) useValue(use, word, context);
    else if (isSpecified && shape.harmlessWords !== true) {
      context.unknown(`${word.text} is one operand too many`);
    }
    // A glob may become several words, and the words after it then mean something else.
    if (isShifting && at >= open) {
      for (const other of [...first, rest as ValueUse | null, last]) {
        if (other !== null && other !== use) useValue(other, word, context);
      }
    }
    used.push({ use, word });
  }
}

function applyRest(use: RestUse, words: readonly Argument[], context: CommandContext): void {
  if (use === "command") return context.runCommand(words);
  if (use === "command-with-input") return context.runCommand(withInput(words));
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = word.kind === "static" ? word.text : word.start;
    const equals = text.indexOf("=");
    if (equals === -1) break;
    const name = text.slice(0, equals);
    const value = word.kind === "static" ? text.slice(equals + 1) : null;
    if (!isVariableName(name) || !isHarmlessForPrograms(name, value)) {
      context.unknown(`${name} is set for the program, which may change what it does`);
    }
  }
  const command = words.slice(at);
  if (command.length > 0) return context.runCommand(command);
  context.add({ type: "environment", variable: "*", value: true });
}
