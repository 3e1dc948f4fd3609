import type { ContentPart } from "./output/content.ts";

/**
 * The codes of everything that can go wrong with a call: one list, the same in the library, in
 * outcomes, over MCP and in the journal.
 */
export const errorCodes = [
  /**
   * No tool has the name of the call. Next: use a name that the message lists, or search for one.
   */
  "tool-not-found",
  /**
   * The tool exists, but not in this session: it is switched off, its port is missing, or a program that
   * it needs isn't installed. Next: follow the message; `toolwright tools --all` gives each reason,
   * `toolwright doctor` what to install.
   */
  "tool-not-available",
  /**
   * The input doesn't fit the tool's schema, or contradicts itself. Nothing ran. Next: correct the
   * fields that the message names, and call again.
   */
  "input-invalid",
  /**
   * The policy denied an effect, nobody could be asked, or the tool tried more than it had declared.
   * Next: do it in another way. A person allows it with the rule or flag that the message gives.
   */
  "permission-denied",
  /**
   * A person or an approver said no, perhaps with feedback. Next: follow the feedback; don't repeat the
   * call unchanged.
   */
  "approval-rejected",
  /**
   * The call was cancelled before it ended, or a limit of the session or of a program was reached. Next:
   * nothing, unless the task still needs it. `toolwright undo` reverts what it had changed.
   */
  "cancelled",
  /**
   * The call exceeded its time limit and was ended with everything that it started. Next: give a longer
   * limit, do less at once, or run the command in the background.
   */
  "timeout",
  /**
   * There is nothing at the path. Next: use a path that the message suggests, or list the directory.
   */
  "file-not-found",
  /**
   * The path lies outside the workspace, perhaps through a link. Next: use a path inside. A person adds
   * a folder with `roots` in the settings.
   */
  "path-outside-workspace",
  /**
   * The path has another kind than the tool needs: a directory, a FIFO, a device; or a file where a
   * directory is needed. Next: use the tool for that kind, or another path.
   */
  "not-a-file",
  /**
   * The file is binary, or its text can't be decoded or represented in its encoding. Next: read it with
   * a command.
   */
  "not-text",
  /**
   * The file, page or image exceeds the limit of the tool. Next: take a part, use a command, or install
   * what the message names.
   */
  "file-too-large",
  /**
   * The file or the part to change wasn't read in this session. Next: read it, then repeat the change.
   */
  "file-not-read",
  /**
   * Somebody else changed the file since it was read, where a merge isn't possible. Nothing was written.
   * Next: read it again and make the change on what is there now.
   */
  "file-changed",
  /**
   * The old text, or a hunk of the patch, is nowhere in the file. Nothing was written. Next: take the
   * text from the nearest places that the message shows.
   */
  "edit-no-match",
  /**
   * The old text fits several places. Nothing was written. Next: give more of the lines around it, or
   * ask for all places.
   */
  "edit-ambiguous",
  /**
   * The change would leave everything as it is. Next: nothing if that is the wanted state; otherwise
   * correct the new text.
   */
  "edit-no-change",
  /**
   * A command ended with another exit status than 0, or something that it needs, such as a stage or a
   * terminal, isn't possible here. Next: read its output and the reason; `toolwright doctor` shows what
   * this machine lacks.
   */
  "command-failed",
  /**
   * There is no such program, or its interpreter is missing. Next: install it, or use another program.
   */
  "command-not-found",
  /**
   * A request failed: no such host, no connection, an error of the server. Next: check the address; try
   * again later if the message says so.
   */
  "network-failed",
  /**
   * The address may not be reached: it isn't public, or a redirect leads to such an address. Next: use a
   * public address.
   */
  "network-blocked",
  /**
   * An MCP server failed, ended, or answered with an error. Next: read its message; `toolwright mcp test
   * NAME` tries the server.
   */
  "mcp-failed",
  /**
   * A tool of a program of your own failed, or can't be listed. Next: read its output in the message,
   * and correct the program.
   */
  "discovered-tool-failed",
  /** A fault of the tool or of Toolwright. Next: report it, with the message. */
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
  /**
   * An option of a function is missing, contradicts another or has an impossible value. Next: correct
   * the option that the message names.
   */
  | "options-invalid"
  /**
   * A rule can't be parsed, or its `match` or `notMatch` examples don't hold. Next: correct the rule;
   * `toolwright policy explain` shows how rules apply.
   */
  | "policy-invalid"
  /**
   * A tool's schema isn't valid, or can't be expressed as JSON Schema. Next: correct the tool's schema
   * at the place that the message names.
   */
  | "schema-invalid"
  /**
   * A session is used in a state that doesn't allow it: closed, or with parts that don't fit together.
   * Next: open another session, or correct its options.
   */
  | "session-invalid"
  /** A settings file has a mistake. Next: correct it at the line and column of the message. */
  | "settings-invalid"
  /** Two tools have the same name. Next: rename one, or give its source a prefix. */
  | "tool-duplicate"
  /**
   * A tool's definition breaks a rule: its name, its description, its effects. Next: correct what the
   * message names.
   */
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
