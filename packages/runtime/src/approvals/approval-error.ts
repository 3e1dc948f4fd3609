const approvalErrorBrand = Symbol.for("toolwright.approval-error");

/** A question or an answer that can't be used, so that nothing is allowed. The message is a sentence for people. */
export class ApprovalError extends Error {
  readonly [approvalErrorBrand] = true;

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ApprovalError";
  }

  static isInstance(value: unknown): value is ApprovalError {
    return typeof value === "object" && value !== null && approvalErrorBrand in value;
  }
}
