// What Toolwright's own packages share with each other. Nothing here is promised: any of it may change or go in
// any version. Programs use the root entry.

// What effects leave behind
export {
  isOpenEnded,
  isPathChange,
  leavesNothing,
  mayChangeFiles,
  unknownPart,
} from "./effects/aftermath.ts";

// For the testing kit
export { isAtOrBelow } from "./effects/at-or-below.ts";
export { describeLocation, describeWords } from "./effects/describe-parts.ts";
export { covers } from "./effects/effect.ts";
export { resolveEffects } from "./effects/resolve-effects.ts";
export { limits } from "./invocation/limits.ts";
export { compileSchema } from "./schema/compile.ts";
export { copyJson } from "./schema/input.ts";
export { isSchemaObject, type Subschema } from "./schema/keywords.ts";
export { resolveReference } from "./schema/reference.ts";

// For searches: the language of globs that policies have
export { expandBraces } from "./glob/braces.ts";
export { parseNameGlob } from "./glob/name-glob.ts";
export { matchesName, rest, type Segment, segmentOf } from "./glob/segment.ts";
export { matchesSequence } from "./glob/segment-sequence.ts";
