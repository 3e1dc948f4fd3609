import type { InvocationEvent } from "./event.ts";
import type { Outcome } from "./outcome.ts";

/** The model's request. Untrusted data. */
export interface ToolCall {
  /** Unique in the session. Default: generated. */
  readonly id?: string | undefined;
  readonly name: string;
  /** Parsed arguments, or their JSON text, which some model APIs send. */
  readonly input: unknown;
}

/** The severity of a log message, in ascending order. Source: RFC 5424, as in MCP. */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** A host's options for one call. */
export interface CallOptions {
  /** The lowest level of log messages that the host shows. Default: none are shown. */
  readonly logLevel?: LogLevel;
  /** Runs the call in a stage, unless it only reads. Default: as the policy's rules and the session say. */
  readonly stage?: boolean;
}

/**
 * The execution of one tool call. Iterate it for its events and await it for its outcome, in any order and
 * any number of times. It never rejects.
 */
export interface Invocation extends AsyncIterable<InvocationEvent>, PromiseLike<Outcome> {
  readonly callId: string;
  readonly outcome: Promise<Outcome>;
  /** Ends the call but lets the command that it started continue. Other calls ignore this. */
  moveToBackground(): void;
  /** Ends the call as `cancelled` in any stage. */
  cancel(reason?: string): void;
}
