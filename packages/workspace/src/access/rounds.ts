import { PathMoved, systemFailure } from "./failures.ts";

/** How often a path is resolved anew because it was replaced between looking and using it. */
const maxRounds = 6;

/**
 * Looks and uses, again when what was found isn't there any more. What the system refuses comes out
 * as a ToolError; `doing` completes "could not be …".
 */
export function inRounds<T>(asked: string, doing: string, round: () => T): T {
  for (let count = 1; ; count++) {
    try {
      return round();
    } catch (error) {
      if (!(error instanceof PathMoved) || count === maxRounds) {
        throw systemFailure(error, asked, doing);
      }
    }
  }
}

/** The same for what takes its time. */
export async function inRoundsAsync<T>(
  asked: string,
  doing: string,
  round: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await round();
    } catch (error) {
      if (!(error instanceof PathMoved) || count === maxRounds) {
        throw systemFailure(error, asked, doing);
      }
    }
  }
}
