import {
  type CommandShape,
  namesIn,
  type OptionDetails,
  type OptionUse,
  type RestUse,
} from "../specification/specification.ts";

export interface KnownOption {
  readonly takes: "nothing" | "value" | "attached";
  readonly details: OptionDetails;
}

/** A command's shape with its options and subcommands in maps. */
export interface CompiledShape {
  readonly shape: CommandShape;
  readonly options: ReadonlyMap<string, KnownOption>;
  readonly informs: ReadonlySet<string>;
  readonly informsOutside: ReadonlySet<string>;
  readonly subcommands: ReadonlyMap<string, CompiledShape> | null;
  readonly noSubcommand: CompiledShape | null;
  readonly endsAtOperand: boolean;
}

const compiled = new WeakMap<CommandShape, CompiledShape>();
const noValue: KnownOption = { takes: "nothing", details: {} };

/** Compiles a shape on first use. */
export function compileShape(shape: CommandShape): CompiledShape {
  const known = compiled.get(shape);
  if (known !== undefined) return known;
  const { subcommands, noSubcommand, operands } = shape;
  const rest = operands?.rest;
  const made: CompiledShape = {
    shape,
    options: optionsOf(shape),
    informs: new Set(namesIn(shape.informs)),
    informsOutside: new Set(namesIn(shape.informsOutside)),
    subcommands: subcommands === undefined ? null : subcommandsOf(subcommands),
    noSubcommand: noSubcommand === undefined ? null : compileShape(noSubcommand),
    endsAtOperand:
      shape.stopsAtOperand === true ||
      subcommands !== undefined ||
      (typeof rest === "string" && isRestOfWords(rest)),
  };
  compiled.set(shape, made);
  return made;
}

/** Whether a use takes all remaining words as a command. */
export function isRestOfWords(use: string): use is RestUse {
  return use === "command" || use === "command-with-input" || use === "assignments-and-command";
}

function optionsOf(shape: CommandShape): ReadonlyMap<string, KnownOption> {
  const options = new Map<string, KnownOption>();
  for (const name of namesIn(shape.flags)) options.set(name, noValue);
  for (const [names, use] of Object.entries(shape.options ?? {})) {
    const option = knownOption(use);
    for (const name of namesIn(names)) options.set(name, option);
  }
  return options;
}

function knownOption(use: OptionUse): KnownOption {
  const isDetails = typeof use === "object" && !("choices" in use);
  const details: OptionDetails = isDetails ? use : { value: use };
  if (details.value === undefined) return { takes: "nothing", details };
  return { takes: details.optional === true ? "attached" : "value", details };
}

function subcommandsOf(
  subcommands: Readonly<Record<string, CommandShape>>,
): ReadonlyMap<string, CompiledShape> {
  const map = new Map<string, CompiledShape>();
  for (const [names, shape] of Object.entries(subcommands)) {
    for (const name of namesIn(names)) map.set(name, compileShape(shape));
  }
  return map;
}
