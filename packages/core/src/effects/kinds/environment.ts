import { fold } from "../../policy/fold.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { parseNameArgument } from "../../policy/pattern-argument.ts";
import { nameText } from "../../policy/pattern-text.ts";
import { isSecretVariable } from "../../policy/protected-names.ts";
import type { Protection } from "../../policy/protection.ts";
import { NamedTarget } from "../../policy/target.ts";
import { withNotes, visible } from "../describe-parts.ts";
import type { EffectKind } from "../effect-kind.ts";

export interface EnvironmentEffect {
  readonly type: "environment";
  readonly variable: string;
  /** Whether the variable's value becomes visible, not only its name. */
  readonly value?: boolean;
  /**
   * By the runtime: a placeholder in the input stands for this secret, and the tool gets its value. Needs
   * approval in every mode, whatever the name.
   */
  readonly isSecret?: boolean;
}

const row = modeRow("environment", ["allow", "allow", "allow", "allow"]);

const secretValue: Protection = {
  rule: "protected: values of variables that hold secrets",
  isMember: ([name]) => name !== undefined && isSecretVariable(name),
};
const resolvedSecret: Protection = {
  rule: "protected: the value of a secret, inserted for its placeholder",
  isMember: () => true,
  needsExactName: true,
};

const aSecret = ["secret"] as const;

function protectionsOf({ variable, value, isSecret }: EnvironmentEffect): readonly Protection[] {
  if (isSecret === true) return [resolvedSecret];
  // `*` stands for all variables.
  const holdsSecret = variable === "*" || isSecretVariable(fold(variable));
  return value === true && holdsSecret ? [secretValue] : [];
}

export const environmentKind: EffectKind<EnvironmentEffect> = {
  copy: ({ variable, value }, text) => ({
    type: "environment",
    variable: text(variable),
    ...(value === true && { value }),
  }),
  covers: (wider, effect) =>
    wider.variable === effect.variable &&
    (wider.value === true || effect.value !== true) &&
    (wider.isSecret === true || effect.isSecret !== true),
  footprint: () => ({}),
  describe: ({ variable, value }) => {
    const note = value === true ? phrase("its value") : undefined;
    return withNotes(phrase("environment {variable}", { variable: visible(variable) }), [note]);
  },
  aftermath: () => "nothing",

  patternKind: "environment",
  otherNames: ["env"],
  parseArgument: (argument, fail) => parseNameArgument("environment", argument, fail),
  narrowestPattern: ({ variable }) => `environment(${nameText(variable)})`,
  target: ({ variable }) => new NamedTarget("environment", [variable]),
  example: ([variable = ""], { like }) => ({
    ...(like ?? { type: "environment", value: true }),
    variable,
  }),
  modeRow: () => row,
  protections: protectionsOf,

  secretUse: () => "ignored",
  brings: (effect) => (protectionsOf(effect).length > 0 ? aSecret : []),
};
