import type { Rule } from "@toolwright/core";

export type RuleDecision = "allow" | "ask" | "deny";

/** The conversion of one rule of another tool. */
export interface ImportedRule {
  /** The original rule: `deny Bash(curl *)`. */
  readonly from: string;
  /** Never looser than the original; empty if it can't be converted. */
  readonly rules: readonly Rule[];
  /** The difference, or why there is no rule; null if the meaning is the same. */
  readonly note: string | null;
}

/** The rules and the note of one conversion. */
export type Conversion = Pick<ImportedRule, "rules" | "note">;

export function saysTheSame(...rules: readonly Rule[]): Conversion {
  return { rules, note: null };
}

export function leftOut(note: string): Conversion {
  return { rules: [], note };
}
