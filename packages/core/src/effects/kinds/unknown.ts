import { recorded } from "../../language/phrase.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { singleArgument } from "../../policy/pattern-argument.ts";
import { rest } from "../../glob/segment.ts";
import { NamedTarget } from "../../policy/target.ts";
import { visible } from "../describe-parts.ts";
import { labelsOfCommand } from "../../labels/label-lists.ts";
import type { EffectKind } from "../effect-kind.ts";

export interface UnknownEffect {
  readonly type: "unknown";
  readonly reason: string;
  /** A danger that is recognised and denied: a function that starts itself over and over. */
  readonly hazard?: "fork-bomb";
  /** By the policy: stands for a call without effects that a `tool(…)` rule stops. */
  readonly isCall?: true;
}

const row = modeRow("unknown effect", ["deny", "ask", "ask", "ask"]);

export const unknownKind: EffectKind<UnknownEffect> = {
  copy: ({ reason, hazard }, text) => ({
    type: "unknown",
    reason: text(reason),
    ...(hazard === "fork-bomb" && { hazard }),
  }),
  covers: () => true,
  footprint: () => "everything",
  describe: ({ reason }) => phrase("unknown: {reason}", { reason: recorded(visible(reason)) }),
  aftermath: () => "anything",
  unknownPart: ({ reason }) => reason,

  patternKind: "unknown",
  otherNames: [],
  parseArgument: (argument, fail) => {
    if (argument !== "*") fail(0, "Unknown effects can't be named: write unknown(*).");
    return singleArgument([rest]);
  },
  narrowestPattern: () => null,
  target: () => new NamedTarget("unknown", []),
  example: () => ({ type: "unknown", reason: "an example" }),
  modeRow: () => row,
  denial: ({ hazard }) => (hazard === undefined ? null : "built-in: a fork bomb"),

  permits: (_effect, _operation, path) => path.root !== null,
  secretUse: () => ({ against: "the call's effects are unknown" }),
  brings: (_effect, { commands }) => labelsOfCommand[commands],
  carriesOut: () => true,
};
