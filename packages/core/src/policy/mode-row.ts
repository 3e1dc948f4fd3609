import { type Decision, type Mode, modes } from "./policy.ts";

/** `sandbox`: allow in a working sandbox, otherwise ask. `listed`: allow a listed host, otherwise ask. */
export type Cell = Decision | "sandbox" | "listed";

/** The decision in each mode for effects that no rule matches. */
export interface ModeRow {
  readonly cells: Readonly<Record<Mode, Cell>>;
  /** As proofs name it: `default mode: write inside the workspace`. */
  readonly names: Readonly<Record<Mode, string>>;
  /** The change that would make an allow stricter. */
  readonly stricter: string;
  /** The allowed action in words, for refusals that list what is allowed. */
  readonly allowed: string | null;
}

/** `cells` are in the order plan, default, accept-edits, auto. */
export function modeRow(
  name: string,
  cells: readonly [Cell, Cell, Cell, Cell],
  allowed: string | null = null,
): ModeRow {
  const [plan, normal, acceptEdits, auto] = cells;
  const names = modes.map((mode) => [mode, `${mode} mode: ${name}`] as const);
  return {
    cells: { plan, default: normal, "accept-edits": acceptEdits, auto },
    // Every mode is in the list.
    names: Object.fromEntries(names) as Record<Mode, string>,
    stricter: cells.every((cell) => cell === "allow")
      ? `an "ask" or "deny" rule`
      : `an "ask" or "deny" rule, or --mode plan`,
    allowed,
  };
}
