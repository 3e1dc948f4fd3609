import { ConfigurationError } from "../errors.ts";

/**
 * A pattern that can't be read: `policy-invalid`, naming the pattern, the 1-based position of the
 * fault in it and what to write instead.
 */
export function patternError(pattern: string, index: number, message: string): ConfigurationError {
  return new ConfigurationError(
    "policy-invalid",
    `The pattern ${JSON.stringify(pattern)} can't be read at position ${index + 1}: ${message}`,
  );
}
