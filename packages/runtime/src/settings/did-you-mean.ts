import { nearestNames } from "@toolwright/core/internal";

/** ` Did you mean '--json'?`, or an empty string if no name is near. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const [near] = nearestNames(given, [...known], 1);
  return near === undefined ? "" : ` Did you mean '${near}'?`;
}
