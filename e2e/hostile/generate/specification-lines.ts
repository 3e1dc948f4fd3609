import {
  type CommandShape,
  type OptionUse,
  specifications,
} from "@toolwright/shell-analysis/specifications";
import type { Random } from "./random.ts";
import { operands, values } from "./words.ts";

/** A program, or one of its subcommands, with what its specification lists. */
interface Target {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly valued: readonly string[];
}

const targets: readonly Target[] = Array.from(specifications).flatMap(([name, shape]) =>
  targetsOf([name], shape),
);
/** The options of all programs: a table that two programs share is often wrong for one of them. */
const everyOption = [...new Set(targets.flatMap(({ flags, valued }) => [...flags, ...valued]))];

function targetsOf(words: readonly string[], shape: CommandShape): readonly Target[] {
  const flags = [shape.flags, shape.informs, shape.informsOutside].flatMap(split);
  const valued = Object.entries(shape.options ?? {}).flatMap(([names, use]) =>
    takesValue(use) ? split(names) : (flags.push(...split(names)), []),
  );
  const below = Object.entries(shape.subcommands ?? {}).flatMap(([names, subshape]) =>
    split(names).flatMap((name) => targetsOf([...words, name], subshape)),
  );
  return [{ words, flags, valued }, ...below];
}

function takesValue(use: OptionUse): boolean {
  if (typeof use !== "object" || "choices" in use) return true;
  return use.value !== undefined;
}

function split(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== "");
}

/**
 * A command line for a program with a specification. It has its own and other programs' options in every spelling
 * (separate, attached, clustered, abbreviated, repeated), before, between and after operands.
 */
export function specificationLine(random: Random, onlyProgram?: string): string {
  const own =
    onlyProgram === undefined ? targets : targets.filter(({ words }) => words[0] === onlyProgram);
  const { words, flags, valued } = random.pick(own);
  const count = random.below(4);
  const parts = Array.from({ length: count }, () => {
    if (random.once(8)) return optionOf(random, random.pick(everyOption), random.once(2));
    if (valued.length > 0 && random.once(2)) return optionOf(random, random.pick(valued), true);
    if (flags.length > 0) return optionOf(random, random.pick(flags), random.once(12));
    return random.pick(operands);
  });
  const some = Array.from({ length: random.below(4) }, () => random.pick(operands));
  if (random.once(10)) some.unshift("--");
  const all = random.once(3) ? random.shuffled([...parts, ...some]) : [...parts, ...some];
  return [...words, ...all].join(" ");
}

function optionOf(random: Random, name: string, hasValue: boolean): string {
  const spelled =
    name.startsWith("--") && random.once(10) ? name.slice(0, -1 - random.below(3)) : name;
  if (!hasValue) {
    const isShort = /^-[A-Za-z0-9]$/.test(name);
    return isShort && random.once(5)
      ? `${spelled}${random.pick("a b c d e f n o r s t u v x z 0".split(" "))}`
      : spelled;
  }
  const value = random.pick(random.once(2) ? values : operands);
  if (random.once(2)) return `${spelled} ${value}`;
  return spelled.startsWith("--") ? `${spelled}=${value}` : `${spelled}${value}`;
}
