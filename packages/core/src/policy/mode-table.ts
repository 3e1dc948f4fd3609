import type { Effect } from "../effects/effect.ts";
import { type Decision, type Mode, modes } from "./policy.ts";

/** `sandbox`: allow in a working sandbox, else ask. `listed`: allow for a listed host, else ask. */
export type Cell = Decision | "sandbox" | "listed";

export interface ModeRow {
  readonly cells: Readonly<Record<Mode, Cell>>;
  /** As proofs name it: `default mode: write inside the workspace`. */
  readonly names: Readonly<Record<Mode, string>>;
  /** What would make an allow stricter. */
  readonly stricter: string;
}

/** What holds where no rule matched, in the order plan, default, accept-edits, auto. */
const rows = {
  read: row("read", ["allow", "allow", "allow", "allow"]),
  agent: row("agent", ["allow", "allow", "allow", "allow"]),
  write: row("write inside the workspace", ["deny", "ask", "allow", "allow"]),
  delete: row("delete inside the workspace", ["deny", "ask", "ask", "allow"]),
  specified: row("command decided by its other effects", ["allow", "allow", "allow", "allow"]),
  run: row("run a program whose effects aren't all known", ["deny", "ask", "ask", "sandbox"]),
  network: row("network", ["deny", "ask", "ask", "listed"]),
  environment: row("environment", ["allow", "allow", "allow", "allow"]),
  external: row("external tool whose effects aren't known", ["deny", "ask", "ask", "ask"]),
  unknown: row("unknown effect", ["deny", "ask", "ask", "ask"]),
};

function row(name: string, cells: readonly [Cell, Cell, Cell, Cell]): ModeRow {
  const [plan, normal, acceptEdits, auto] = cells;
  const names = modes.map((mode) => [mode, `${mode} mode: ${name}`] as const);
  return {
    cells: { plan, default: normal, "accept-edits": acceptEdits, auto },
    // Every mode is in the list.
    names: Object.fromEntries(names) as Record<Mode, string>,
    stricter: cells.every((cell) => cell === "allow")
      ? `an "ask" or "deny" rule`
      : `an "ask" or "deny" rule, or --mode plan`,
  };
}

export function modeRowOf(effect: Effect): ModeRow {
  if (effect.type === "run") return effect.specified ? rows.specified : rows.run;
  return rows[effect.type];
}
