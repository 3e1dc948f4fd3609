// What Toolwright's own tests share with each other. Nothing here is promised.
export { isSoak, repetitions } from "./repetitions.ts";
