import type { Mode, Rule } from "@toolwright/core";
import type { ProfileName } from "@toolwright/tools/profiles";

/** What a settings file says, checked against `settings-schema.ts`; only what this version uses. */
export interface Settings {
  readonly mode?: Mode;
  readonly profile?: ProfileName;
  readonly rules?: readonly Rule[];
  readonly roots?: readonly string[];
  readonly tools?: Readonly<Record<string, ToolSettings>>;
  readonly shell?: { readonly sandbox?: "required" | "preferred" | "off" };
  /** Known, and of this version only the keys count: it says that they aren't used yet. */
  readonly hooks?: unknown;
  readonly secrets?: unknown;
}

export interface ToolSettings {
  readonly enabled?: boolean;
  readonly autoApprove?: boolean;
}

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One settings file that was read and is well-formed. */
export interface SettingsFile {
  /** As shown to the person. */
  readonly path: string;
  /** A project's file tightens only. */
  readonly layer: "user" | "project";
  readonly settings: Settings;
  /** Where the value at a path of keys and indexes stands; the nearest one above when it is absent. */
  positionOf(path: readonly (string | number)[]): Position;
}
