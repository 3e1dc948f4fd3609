// Shared by Toolwright's own packages. Any of it may change in any version; programs use the root entry.

// For the profiles
export { DEFAULT_LINES_AROUND, MAX_LINES_AROUND } from "./file-view/keyword-view.ts";
export { DEFAULT_LINES, MAX_LINES } from "./file-view/lines-view.ts";
export { compilePathPattern } from "./glob/path-pattern.ts";
export { countText } from "./text/number-text.ts";
export { MAX_MATCH_CHARACTERS } from "./ripgrep/match-collector.ts";
export { MAX_COLLECTED, MAX_CONTEXT } from "./ripgrep/search.ts";
export {
  type CommandLimits,
  defaultCommandLimits,
  MAX_TIMEOUT_MS,
} from "./shell/command-limits.ts";
export { quoteCommand } from "./shell/quote-command.ts";
export { splitWords } from "./shell/split-words.ts";
export { MAX_TODO_CHARACTERS, MAX_TODOS, todoAliases } from "./todos/todo-aliases.ts";
export { MAX_LINE_CHARACTERS } from "./text-file/line-collector.ts";

// For settings
export {
  type SearchService,
  type SearchServiceName,
  searchServiceNames,
  searchServices,
} from "./web-search/search-services.ts";

// For a look at the installation
export { loadImageScaler } from "./file-view/scale-image.ts";

// For texts that people read
export { toolsChinese } from "./language/load-chinese.ts";

// For hosts that tell a model what is remembered
export { memoryPlaces, readFacts } from "./memory/read-memory.ts";
export { remembered, rememberedText } from "./memory/remembered.ts";
