import { widerCommand } from "../../approval/run-proposal.ts";
import { deniedCommand } from "../../policy/built-in-denials.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { labelsOfCommand } from "../../labels/label-lists.ts";
import { programName } from "../../policy/path-names.ts";
import { singleArgument } from "../../policy/pattern-argument.ts";
import { wordsText } from "../../policy/pattern-text.ts";
import { type Spelling, spellNames } from "../../policy/spelling.ts";
import type { Target } from "../../policy/target.ts";
import { parseWordPattern } from "../../policy/word-pattern.ts";
import { describeWords } from "../describe-parts.ts";
import type { EffectKind, Width } from "../effect-kind.ts";

export interface RunEffect {
  readonly type: "run";
  readonly program: string;
  /** The whole argument vector as parsed, program first. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Whether the call's other effects include every consequence of the command. */
  readonly specified: boolean;
}

const specified = modeRow("command decided by its other effects", [
  "allow",
  "allow",
  "allow",
  "allow",
]);
const unspecified = modeRow("run a program whose effects are not fully known", [
  "deny",
  "ask",
  "ask",
  "sandbox",
]);

export const runKind: EffectKind<RunEffect> = {
  copy: (listed, text) => ({
    type: "run",
    program: text(listed.program),
    words: Array.from(listed.words, text),
    cwd: text(listed.cwd),
    specified: listed.specified === true,
  }),
  covers: (wider, effect) =>
    wider.program === effect.program &&
    wider.cwd === effect.cwd &&
    (effect.specified || !wider.specified) &&
    wider.words.length === effect.words.length &&
    wider.words.every((word, index) => word === effect.words[index]),
  footprint: (effect) => (effect.specified ? "nothing" : "everything"),
  describe: (effect) => phrase("run {command}", { command: describeWords(wordsOf(effect)) }),
  aftermath: (effect) => (effect.specified ? "elsewhere" : "anything"),
  unknownPart: (effect) =>
    effect.specified ? null : `it is unknown what ${effect.program} does with these arguments`,

  patternKind: "run",
  otherNames: ["bash", "command", "exec", "execute", "shell"],
  parseArgument: (argument, fail) => singleArgument(parseWordPattern(argument, fail)),
  narrowestPattern: (effect) => `run(${wordsText(wordsOf(effect))})`,
  target: (effect) => new RunTarget(effect),
  example: (words, { like, cwd }) => ({
    type: "run",
    program: words[0] ?? "",
    words,
    cwd: like?.cwd ?? cwd,
    specified: like?.specified ?? false,
  }),
  isNearByFirstName: true,
  modeRow: (effect) => (effect.specified ? specified : unspecified),
  denial: (effect, _target, facts) => deniedCommand(effect, facts),

  widths: (effect, exact) => {
    const command = describeWords(wordsOf(effect));
    const just: Width = { pattern: exact, label: phrase("just: {command}", { command }) };
    const prefix = widerCommand(effect);
    if (prefix === null) return [just];
    const pattern = `run(${wordsText(prefix)} *)`;
    return [
      just,
      { pattern, label: phrase("any: {command} …", { command: describeWords(prefix) }) },
    ];
  },
  secretUse: (_effect, isPlain) =>
    isPlain ? "used" : { against: "the value has characters that a shell interprets" },
  brings: (effect, { commands }) => (effect.specified ? [] : labelsOfCommand[commands]),
  carriesOut: (effect, isNetworkOpen) => isNetworkOpen && !effect.specified,
};

function wordsOf({ program, words }: RunEffect): readonly string[] {
  return [program, ...words.slice(1)];
}

class RunTarget implements Target {
  readonly kind = "run";
  readonly real: readonly string[];
  readonly includesBelow = false;
  readonly needsCoverBelow = false;
  readonly port = undefined;
  readonly #words: readonly string[];

  constructor(effect: RunEffect) {
    this.real = wordsOf(effect);
    this.#words = effect.words;
  }

  get spellings(): readonly Spelling[] {
    const [program = "", ...operands] = this.real;
    const given = this.#words[0] ?? program;
    // A rule against a program also applies to its full path.
    const names = new Set([program, given, programName(program)]);
    return [...names].flatMap((name) => spellNames([name, ...operands]));
  }
}
