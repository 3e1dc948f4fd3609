import { ModelError } from "../model/model-error.ts";

/** Whether a vendor refused a request because the conversation exceeds the model's context. */
export function isTooLong(error: unknown): error is ModelError {
  return error instanceof ModelError && error.isContextTooLong;
}

/** Throws the error; if the conversation still is too long, with what to do about it. */
export function throwTooLong(error: unknown): never {
  if (!isTooLong(error)) throw error;
  throw new ModelError(
    `${error.message.replace(/\.$/, "")}. The agent can't make the conversation shorter. Begin a new one with a smaller task, or use a model with a larger context.`,
    { isRetryable: false, isContextTooLong: true, cause: error },
  );
}
