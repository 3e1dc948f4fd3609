// The table of programs, for code that makes command lines from it: generators, completions, documentation.
export type { CommandShape, OptionUse } from "./specification/specification.ts";
export { specifications } from "./specifications/index.ts";
