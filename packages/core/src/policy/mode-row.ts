import { type Decision, type Mode, modes } from "./policy.ts";

/** `sandbox`: allow in a working sandbox, else ask. `listed`: allow for a listed host, else ask. */
export type Cell = Decision | "sandbox" | "listed";

/** What holds in each mode for effects of which no rule speaks. */
export interface ModeRow {
  readonly cells: Readonly<Record<Mode, Cell>>;
  /** As proofs name it: `default mode: write inside the workspace`. */
  readonly names: Readonly<Record<Mode, string>>;
  /** What would make an allow stricter. */
  readonly stricter: string;
  /** What an allow says may be done, for refusals that name what is allowed. */
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
