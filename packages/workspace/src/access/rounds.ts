import { PathMoved, systemFailure } from "./failures.ts";

/** How often a path is resolved again because it was replaced between looking and using it. */
const maxRounds = 6;

/**
 * Runs `round` again if the path was replaced in the meantime. System failures become a ToolError;
 * `doing` completes "could not be …".
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

/** The same for asynchronous work. */
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
