export { Agent, type AgentOptions, type CompactOptions, type RunOptions } from "./agent.ts";
export type { AgentRun } from "./loop/agent-run.ts";
export type { AnsweredCall, PendingApprovals } from "./loop/pending-approvals.ts";
export type {
  AgentBudgets,
  AgentEvent,
  AgentEventBody,
  AgentResult,
  BudgetName,
  RunStatus,
} from "./events/events.ts";
export type { ConversationLog, ConversationRecord } from "./conversations/conversation-log.ts";
export type { FoldedConversation } from "./conversations/fold-records.ts";
export { interruptedResults, type InterruptedSession } from "./conversations/interrupted-calls.ts";
export {
  readConversation,
  type ReadConversationOptions,
} from "./conversations/read-conversation.ts";
export type { PersonMessage } from "./prompt/person-message.ts";
export { restoreLabels } from "./conversations/restore-labels.ts";
export { redactRecord } from "./conversations/redact-record.ts";
export { type ConversationSummary, summarizeLines } from "./conversations/summarize-lines.ts";
export type {
  AssistantPart,
  Message,
  ModelToolCall,
  ToolCallResult,
  UserPart,
  VendorData,
} from "./model/message.ts";
export type {
  FinishReason,
  Model,
  ModelEvent,
  ModelPrice,
  ModelRequest,
  ModelTool,
  Usage,
} from "./model/model.ts";
export type {
  AfterStepFacts,
  AgentHook,
  AgentHookFacts,
  AgentHookPoint,
  AgentHooks,
  BeforeCompactionFacts,
  BeforeStepFacts,
  HookContext,
  HookEvent,
  SessionStartFacts,
  StopFacts,
} from "./hooks/agent-hooks.ts";
export type { Compaction, CompactionTrigger } from "./compaction/compactor.ts";
export type { CompactionMethod } from "./compaction/compact.ts";
export { compileOutputSchema } from "./output/final-output.ts";
export { ModelError } from "./model/model-error.ts";
export {
  type AiSdkLanguageModel,
  aiSdkModel,
  type AiSdkModelOptions,
} from "./model/ai-sdk-model.ts";
export { openModel, type OpenModelOptions, type Vendor, vendors } from "./model/open-model.ts";
export type { RetryOptions } from "./loop/retry.ts";
export {
  type InstructionFile,
  type InstructionOptions,
  readInstructions,
} from "./prompt/instructions.ts";
export type { FindInstructions } from "./prompt/nested-instructions.ts";
export {
  type PromptFacts,
  type PromptPiece,
  promptPieces,
  systemPrompt,
} from "./prompt/system-prompt.ts";
export { addEvent, noSteps } from "./steps/add-event.ts";
export type { AgentSteps, Step, StepCall, StepState } from "./steps/step.ts";
export type { StepSummaryListener } from "./steps/tell-summaries.ts";
export { type AgentDefinition, builtinAgents } from "./sub-agents/agent-definition.ts";
export { parseAgentFile } from "./sub-agents/parse-agent-file.ts";
export { SubAgents, type SubAgentsOptions } from "./sub-agents/sub-agents.ts";
