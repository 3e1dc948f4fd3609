import { type Effect, isPathEffect, type PathEffect } from "./effect.ts";

/**
 * Whether an effect lies within another: the same, or narrower. An `unknown` effect is the widest
 * of all. Both are resolved.
 */
export function covers(wider: Effect, effect: Effect): boolean {
  if (wider.type === "unknown") return true;
  if (isPathEffect(wider)) return isPathEffect(effect) && coversPath(wider, effect);
  switch (wider.type) {
    case "run":
      return (
        effect.type === "run" &&
        wider.program === effect.program &&
        wider.cwd === effect.cwd &&
        (effect.specified || !wider.specified) &&
        wider.words.length === effect.words.length &&
        wider.words.every((word, index) => word === effect.words[index])
      );
    case "network":
      return (
        effect.type === "network" &&
        wider.host === effect.host &&
        (wider.port === undefined || wider.port === effect.port) &&
        (wider.method === undefined || wider.method === effect.method)
      );
    case "environment":
      return (
        effect.type === "environment" &&
        wider.variable === effect.variable &&
        (wider.value === true || effect.value !== true) &&
        (wider.isSecret === true || effect.isSecret !== true)
      );
    case "agent":
      return effect.type === "agent" && wider.agent === effect.agent;
    case "external":
      return (
        effect.type === "external" &&
        wider.server === effect.server &&
        wider.tool === effect.tool &&
        (wider.isChanged === true || effect.isChanged !== true)
      );
  }
}

function coversPath(wider: PathEffect, effect: PathEffect): boolean {
  if (wider.type !== effect.type) return false;
  const place = wider.realPath ?? wider.path;
  const other = effect.realPath ?? effect.path;
  if (wider.type === "delete") return isAtOrBelow(other, place);
  if (wider.type === "read" && effect.type === "read") {
    if (wider.recursive !== true) return effect.recursive !== true && other === place;
    const leavesOutAsMuch =
      wider.leavesOutProtected !== true ||
      (effect.recursive === true && effect.leavesOutProtected === true);
    return leavesOutAsMuch && isAtOrBelow(other, place);
  }
  if (wider.type !== "write" || effect.type !== "write") return false;
  if (wider.recursive !== true && (effect.recursive === true || other !== place)) return false;
  if (!isAtOrBelow(other, place)) return false;
  return wider.operation === undefined || wider.operation === effect.operation;
}

/** Both absolute and normalised; `/` or, on Windows, `\` between segments. */
export function isAtOrBelow(path: string, directory: string): boolean {
  if (path === directory) return true;
  if (!path.startsWith(directory)) return false;
  const last = directory.at(-1);
  if (last === "/" || last === "\\") return true;
  const next = path[directory.length];
  return next === "/" || next === "\\";
}
