import type { SandboxDenial, SandboxProfile } from "@toolwright/core/ports";

export type SandboxAvailability =
  /** The gap is what this system leaves open, for a person. */
  | { readonly ok: true; readonly gap?: string }
  /** The reason is a sentence for a person, with what would help. */
  | { readonly ok: false; readonly reason: string };

/** A program that was found, and what it is to be started with. */
export interface ConfinableCommand {
  /** The file, absolute. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** An existing directory, absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isInTerminal: boolean;
}

/** The command that starts another one confined. */
export interface ConfinedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /**
   * `namespace`: the started process is outside, its only child is the first of a process namespace,
   * and with either of them all inside is gone. `group`: as without a sandbox.
   */
  readonly tree: "namespace" | "group";
  /** A file that it has to be started with as its open descriptor 4. */
  readonly descriptor4?: string;
  /** Whether it writes a `ConfinedReport` to descriptor 3 when that is open. */
  readonly reports: boolean;
  /** What was refused for certain, so far. */
  readonly denials: () => readonly SandboxDenial[];
  /** Once the process and all of it has ended: takes away what was set up for it. Never throws. */
  readonly release: () => Promise<void>;
}

/** One way to confine processes. */
export interface SandboxBackend {
  readonly name: "bubblewrap" | "seatbelt" | "none";
  /** Tried out once, by running it and trying to break out of it; the answer is kept. */
  available(): Promise<SandboxAvailability>;
  /** Errors: ToolError `input-invalid` for a profile that it can't hold to. */
  wrap(command: ConfinableCommand, profile: SandboxProfile): Promise<ConfinedCommand>;
}
