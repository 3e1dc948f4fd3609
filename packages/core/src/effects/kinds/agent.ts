import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { parseNameArgument } from "../../policy/pattern-argument.ts";
import { nameText } from "../../policy/pattern-text.ts";
import { NamedTarget } from "../../policy/target.ts";
import { visible } from "../describe-parts.ts";
import type { EffectKind } from "../effect-kind.ts";

export interface AgentEffect {
  readonly type: "agent";
  readonly agent: string;
}

const row = modeRow("agent", ["allow", "allow", "allow", "allow"]);

export const agentKind: EffectKind<AgentEffect> = {
  copy: ({ agent }, text) => ({ type: "agent", agent: text(agent) }),
  covers: (wider, effect) => wider.agent === effect.agent,
  // The sub-agent's calls have footprints of their own.
  footprint: () => "nothing",
  describe: ({ agent }) => phrase("agent {name}", { name: visible(agent) }),
  aftermath: () => "elsewhere",

  patternKind: "agent",
  otherNames: ["task"],
  parseArgument: (argument, fail) => parseNameArgument("agent", argument, fail),
  narrowestPattern: ({ agent }) => `agent(${nameText(agent)})`,
  target: ({ agent }) => new NamedTarget("agent", [agent]),
  example: ([agent = ""]) => ({ type: "agent", agent }),
  modeRow: () => row,

  secretUse: () => ({ against: "the call starts another agent" }),
  carriesOut: true,
};
