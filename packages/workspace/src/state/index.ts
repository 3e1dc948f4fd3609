// For those who keep something of their own in the state directory
export { ProcessLock } from "../locks/process-lock.ts";
export { readStateFile } from "./read-state-file.ts";
export { replaceStateFile } from "./replace-state-file.ts";
