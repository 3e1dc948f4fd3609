import type { ContentPart } from "./output/content.ts";

/**
 * The codes of everything that can go wrong with a call: one list, the same in the library, in
 * outcomes, over MCP and in the journal.
 */
export const errorCodes = [
  "tool-not-found",
  "tool-not-available",
  "input-invalid",
  "permission-denied",
  "approval-rejected",
  "cancelled",
  "timeout",
  "file-not-found",
  "path-outside-workspace",
  "not-a-file",
  "not-text",
  "file-too-large",
  "file-not-read",
  "file-changed",
  "edit-no-match",
  "edit-ambiguous",
  "edit-no-change",
  "command-failed",
  "command-not-found",
  "network-failed",
  "network-blocked",
  "mcp-failed",
  "discovered-tool-failed",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const toolErrorBrand = Symbol.for("toolwright.tool-error");
const configurationErrorBrand = Symbol.for("toolwright.configuration-error");

export interface ToolErrorOptions {
  readonly cause?: unknown;
  /** Plain JSON for programs; the message alone must be enough for a model. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** More content for the model: the images and files of a failed result. */
  readonly content?: readonly ContentPart[];
}

/**
 * An expected failure of a call. Its message goes to the model: it says what happened, with the
 * value, and the next step. It contains no stack, no secret and no host path outside the workspace.
 */
export class ToolError extends Error {
  readonly [toolErrorBrand] = true;
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly content: readonly ContentPart[] | undefined;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.code = code;
    this.details = options.details;
    this.content = options.content;
  }

  /** True for a ToolError of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is ToolError {
    return typeof value === "object" && value !== null && toolErrorBrand in value;
  }
}

export type ConfigurationErrorCode =
  | "options-invalid"
  | "policy-invalid"
  | "schema-invalid"
  | "session-invalid"
  | "settings-invalid"
  | "tool-duplicate"
  | "tool-invalid";

/** A mistake in the program or a settings file, thrown before any side effect. */
export class ConfigurationError extends Error {
  readonly [configurationErrorBrand] = true;
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ConfigurationError";
    this.code = code;
  }

  static isInstance(value: unknown): value is ConfigurationError {
    return typeof value === "object" && value !== null && configurationErrorBrand in value;
  }
}

/** The message of any thrown value. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name;
    return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return "a value that can't be shown was thrown";
  }
}
