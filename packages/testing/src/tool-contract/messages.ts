import type { JsonSchema } from "@toolwright/core";
import type { FixtureFiles } from "../fixture-files.ts";
import type { DirectorySnapshot } from "./directory-snapshot.ts";
import type { ObservedViolation } from "./report.ts";

/** Sent to the observed process once, at its start. */
export interface ObservedToolConfig {
  readonly toolModule: string;
  readonly exportName: string;
  readonly toolName: string | null;
  readonly worldModule: string | null;
  /** Holds `workspace`, `outside`, `home`, `tmp` and `state`. Changes outside it are refused. */
  readonly base: string;
  readonly files: FixtureFiles;
  readonly unreadable: readonly string[];
  readonly helpers: readonly string[];
  readonly observesEnvironment: boolean;
}

export interface RunRequest {
  readonly input: unknown;
  /** Whether all declared effects are allowed. */
  readonly isTrusted: boolean;
  /** Whether the session has read all files before. */
  readonly knowsFiles: boolean;
  /** The 1-based step to cancel at; 0 only counts the steps; null does neither. */
  readonly cancelAtStep: number | null;
}

export type ToParent =
  | { readonly type: "loaded"; readonly tool: LoadedTool }
  | { readonly type: "unusable"; readonly reason: string }
  | { readonly type: "ran"; readonly report: RunReport };

export type ToChild =
  | { readonly type: "load"; readonly config: ObservedToolConfig }
  | { readonly type: "run"; readonly request: RunRequest };

export interface LoadedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly violations: readonly ObservedViolation[];
}

export interface RunReport {
  /** The name in `ContractReport.outcomes`. */
  readonly outcome: string;
  readonly violations: readonly ObservedViolation[];
  /** The number of steps; 0 if they were not counted. */
  readonly steps: number;
  /** From the cancellation to the outcome; null without a cancellation. */
  readonly endedAfterCancelMs: number | null;
  readonly before: DirectorySnapshot;
  readonly after: DirectorySnapshot;
}
