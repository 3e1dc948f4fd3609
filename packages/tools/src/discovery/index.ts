// For hosts that discover tools from a command
export { commandWords } from "./command-words.ts";
export { commandRunEffects } from "./command-run-effects.ts";
export { type CallCommand, discoveredTool } from "./discovered-tool.ts";
export { listTools, type ListRequest } from "./list-tools.ts";
export { filesNamed, isWithin, withOwnFiles } from "./own-files.ts";
export type { Declaration, Declarations, DiscoveryProblem } from "./parse-declarations.ts";
