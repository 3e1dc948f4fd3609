import { cutText } from "../text/cut-text.ts";
/** A field's name or an array's index. */
export type PathSegment = string | number;

const maxKeyLength = 40;
const maxPathLength = 200;

/** `edits[0].old`; ambiguous keys are quoted, long ones cut. Empty for the root. */
export function formatPath(segments: readonly PathSegment[]): string {
  let path = "";
  for (const segment of segments) {
    if (typeof segment === "number") path += `[${segment}]`;
    else if (!/^[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u.test(segment)) path += `[${quoteKey(segment)}]`;
    else path += path === "" ? segment : `.${segment}`;
  }
  return cutText(path, maxPathLength);
}

function quoteKey(key: string): string {
  return JSON.stringify(cutText(key, maxKeyLength));
}
