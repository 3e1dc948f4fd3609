import { ToolError } from "@toolwright/core";

/** More would be a mistake, or an attack: `{a,b}` ten times over is 1,024 patterns. */
const MAX_ALTERNATIVES = 256;

/**
 * The patterns that `{a,b}` stands for: `x{1,{2,3}}` is `x1`, `x2` and `x3`. A brace without a
 * comma or its other half, or after a backslash, is no alternative and stays as it is.
 *
 * Errors: `input-invalid` for more than 256 patterns.
 */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const brace = firstBrace(next);
    if (brace === null) done.push(next);
    else {
      for (const alternative of brace.alternatives.toReversed()) {
        open.push(brace.before + alternative + brace.after);
      }
    }
    if (open.length + done.length > MAX_ALTERNATIVES) {
      throw new ToolError(
        "input-invalid",
        `The pattern stands for more than ${MAX_ALTERNATIVES} alternatives. Use fewer braces, or several calls.`,
      );
    }
  }
  return done;
}

interface Brace {
  readonly before: string;
  readonly alternatives: readonly string[];
  readonly after: string;
}

/** The first brace that closes and has a comma of its own. */
function firstBrace(pattern: string): Brace | null {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "{") {
      const brace = braceAt(pattern, at);
      if (brace !== null) return brace;
    }
  }
  return null;
}

function braceAt(pattern: string, start: number): Brace | null {
  const alternatives: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      alternatives.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === "}" && --depth === 0) {
      if (alternatives.length === 0) return null;
      alternatives.push(pattern.slice(from, at));
      return { before: pattern.slice(0, start), alternatives, after: pattern.slice(at + 1) };
    }
  }
  return null;
}
