// What Toolwright's own packages share with each other. Nothing here is promised: any of it may change or go in
// any version. Programs use the root entry.
export { plainText } from "./output/plain-text.ts";
export { findProgram } from "./process/find-program.ts";
