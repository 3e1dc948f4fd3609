const approvalErrorBrand = Symbol.for("toolwright.approval-error");

/** Why a question or an answer can't be used, as a sentence for people. Nothing is allowed then. */
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
