// Shared by Toolwright's own tests, without any promise of stability.
export { isSoak, repetitions } from "./repetitions.ts";
