import type { InvocationEvent } from "./event.ts";
import type { Outcome } from "./outcome.ts";

/** What the model asked for. Untrusted data. */
export interface ToolCall {
  /** Unique in the session; made up when absent. */
  readonly id?: string;
  readonly name: string;
  /** Parsed arguments, or their JSON text as some model APIs send it. */
  readonly input: unknown;
}

/** How grave a log message is, from the least on. Source: RFC 5424, as in MCP. */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** A host's wishes for one call, beside what the model asked for. */
export interface CallOptions {
  /** The least level of log messages that the host shows. By default it shows none. */
  readonly logLevel?: LogLevel;
}

/**
 * Our running of one tool call: iterate it for its events, await it for its outcome, in any order
 * and any number of times. It never rejects.
 */
export interface Invocation extends AsyncIterable<InvocationEvent>, PromiseLike<Outcome> {
  readonly callId: string;
  readonly outcome: Promise<Outcome>;
  /** Asks for the call to end while what it started runs on; calls that start nothing take no notice. */
  moveToBackground(): void;
  /** Ends the call as `cancelled`, wherever it is. */
  cancel(reason?: string): void;
}
