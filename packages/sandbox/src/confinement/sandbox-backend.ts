import type { SandboxDenial, SandboxProfile } from "@toolwright/core/ports";

export type SandboxAvailability =
  /** `gap`: for a person, what the sandbox does not cover on this system. */
  | { readonly ok: true; readonly gap?: string }
  /** `reason`: a sentence for a person, with a remedy. */
  | { readonly ok: false; readonly reason: string };

/** A resolved program and how to start it. */
export interface ConfinableCommand {
  /** Absolute. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** An existing directory, absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isInTerminal: boolean;
}

/** The command that starts another one in the sandbox. */
export interface ConfinedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /**
   * `namespace`: the started process is outside and its only child is the first process of a namespace;
   * killing either kills all. `group`: as without a sandbox.
   */
  readonly tree: "namespace" | "group";
  /** A file to open as descriptor 4 of the process. */
  readonly descriptor4?: string;
  /** Whether it writes a `ConfinedReport` to descriptor 3 if that is open. */
  readonly reports: boolean;
  /** Directories that are removed, with those they are in, if this process is killed before `release`. */
  readonly claims?: readonly string[];
  /** The certain refusals so far. */
  readonly denials: () => readonly SandboxDenial[];
  /** Cleans up after all processes have ended. Never throws. */
  readonly release: () => Promise<void>;
}

/** One kind of sandbox. */
export interface SandboxBackend {
  readonly name: "bubblewrap" | "seatbelt" | "none";
  /** Tests the sandbox once by trying to break out of it, and caches the answer. */
  available(): Promise<SandboxAvailability>;
  /** Errors: ToolError `input-invalid` for a profile that it cannot enforce. */
  wrap(command: ConfinableCommand, profile: SandboxProfile): Promise<ConfinedCommand>;
}
