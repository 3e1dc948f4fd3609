// What a program needs to give an agent tools. What is rarer is in the packages themselves:
// @toolwright/core, @toolwright/workspace, @toolwright/sandbox and @toolwright/tools.

// For those who open a session
export {
  type AnswerQuestion,
  followChanges,
  openToolwright,
  type Settings,
  type Toolwright,
  type ToolwrightOptions,
  type UndoTarget,
} from "@toolwright/runtime";

// For those who define tools
export { defineTool, read, deletion, text, ToolError, unknown, write } from "@toolwright/core";
export type {
  ContentPart,
  Display,
  Effect,
  EffectsContext,
  ErrorCode,
  PrepareContext,
  Preparation,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolKind,
  ToolResult,
} from "@toolwright/core";

// For those who run them
export {
  ConfigurationError,
  createApprovalQueue,
  createPolicy,
  createRegistry,
  createSession,
  declare,
  describeEffect,
  dialects,
  errorCodes,
  modes,
} from "@toolwright/core";
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  ApprovalQueue,
  Approver,
  Decision,
  Dialect,
  Explanation,
  Grant,
  Hooks,
  Invocation,
  InvocationEvent,
  Mode,
  Outcome,
  Policy,
  PolicyDecision,
  PolicyLayer,
  PolicyOptions,
  ProofStep,
  Registry,
  Rule,
  Session,
  SessionOptions,
  ToolCall,
  ToolFilter,
} from "@toolwright/core";
export { builtinTools } from "@toolwright/tools";
export { type ProfileName, profileNames, profileTools } from "@toolwright/profiles";

// For those who open a folder and start processes
export { createProcessHost } from "@toolwright/sandbox";
export {
  configDirectory,
  createEnvironment,
  createGrantStore,
  grantFile,
  openWorkspace,
  stateDirectory,
  WorkspaceError,
} from "@toolwright/workspace";
export type { OpenWorkspaceOptions } from "@toolwright/workspace";
