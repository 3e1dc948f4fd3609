import type { ErrorCode } from "../errors.ts";

/**
 * Thrown by a stage to end its call as refused. Tools can only throw ToolErrors, so no tool can present
 * its failure as a refusal.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }
}

/** Thrown by a stage to end its call as cancelled. */
export class Cancellation extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Cancellation";
  }
}
