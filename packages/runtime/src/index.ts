// For programs that open a session
export { openToolwright } from "./open-toolwright.ts";
export type {
  AnswerQuestion,
  PlaceOptions,
  ToolwrightOptions,
  ToolwrightPorts,
} from "./options.ts";
export type { Settings } from "./settings/settings.ts";
export type { EndedJob, Toolwright, UndoTarget } from "./toolwright.ts";

export type { ToolwrightAgentOptions, ToolwrightPromptOptions } from "./agent/agent-options.ts";

export type { ConversationInfo, ShownConversation } from "./agent/conversations.ts";

// For hosts
export { followChanges } from "./follow-changes.ts";
export type { BuiltinTools } from "./tools/builtin-tools.ts";
export type { KeptUndo } from "./records/stored-undo.ts";
