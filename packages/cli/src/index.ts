// Everything that an application needs. The parts are in the @toolwright packages.

// Sessions
export {
  type AnswerQuestion,
  followChanges,
  openToolwright,
  type Settings,
  type Toolwright,
  type ToolwrightAgentOptions,
  type ToolwrightOptions,
  type UndoTarget,
} from "@toolwright/runtime";
export { ConfigurationError, describeEffect, toAiSdkTools, toToolResult } from "@toolwright/core";
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  Decision,
  Dialect,
  Explanation,
  Invocation,
  InvocationEvent,
  Label,
  LabelSource,
  Mode,
  Outcome,
  PolicyDecision,
  ProofStep,
  Rule,
  Session,
  SessionEvent,
  ToolCall,
} from "@toolwright/core";
export type { ProfileName } from "@toolwright/profiles";

// Agents
export {
  addEvent,
  Agent,
  type AgentBudgets,
  type AgentEvent,
  type AgentHooks,
  type AgentResult,
  type AgentRun,
  type AgentSteps,
  aiSdkModel,
  type Model,
  ModelError,
  noSteps,
  type Step,
  type StepCall,
} from "@toolwright/agent";

// Tools
export { defineTool, deletion, read, text, ToolError, unknown, write } from "@toolwright/core";
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
