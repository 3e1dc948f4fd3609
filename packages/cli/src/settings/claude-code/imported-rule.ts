import type { Rule } from "@toolwright/core";

export type RuleDecision = "allow" | "ask" | "deny";

/** What became of one rule of another tool. */
export interface ImportedRule {
  /** As it stood there: `deny Bash(curl *)`. */
  readonly from: string;
  /** Together at most as loose as it was; empty when it can't be said. */
  readonly rules: readonly Rule[];
  /** What is different, or why there is nothing; null when it says the same. */
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
