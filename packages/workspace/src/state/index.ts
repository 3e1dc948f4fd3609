// For packages that keep their own files in the state directory
export { ProcessLock } from "../locks/process-lock.ts";
export { readStateFile } from "./read-state-file.ts";
export { replaceStateFile } from "./replace-state-file.ts";
