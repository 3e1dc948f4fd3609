// For authors of tools
export { defineTool, type UntypedInput } from "./tool/define-tool.ts";
export type {
  FieldAlias,
  ForwardedCall,
  InitializedTool,
  Preparation,
  Tool,
  ToolDefinition,
  ToolDescription,
  ToolExample,
  ToolExposure,
  ToolKind,
  ToolResult,
  ToolSchema,
  ToolScope,
} from "./tool/tool.ts";
export type {
  AgentFacts,
  CallableTool,
  CallableTools,
  CallFacts,
  DeferredTools,
  EffectsContext,
  FoundTool,
  HostCapabilities,
  InitContext,
  PrepareContext,
  RankTools,
  SearchableTool,
  ToolContext,
} from "./tool/context.ts";
export {
  type Effect,
  type PathEffect,
  isPathEffect,
  read,
  deletion,
  unknown,
  write,
  describeEffect,
} from "./effects/effect.ts";
export {
  type Artifact,
  type ContentPart,
  type Display,
  text,
  type TodoItem,
} from "./output/content.ts";
export type { JsonSchema, StandardSchema } from "./schema/standard-schema.ts";

// For hosts that run tools
export { createSession } from "./session/create-session.ts";
export type { ChildSessionOptions, Session, SessionOptions } from "./session/session.ts";
export type { Replay, SessionEvent } from "./session/session-events.ts";
export type { DeferralLimits } from "./session/deferral.ts";
export { createRegistry } from "./registry/registry.ts";
export type {
  RegistrationReport,
  Registry,
  RegistryEvent,
  ToolFilter,
} from "./registry/registry.ts";
export type { RegisteredTool, ToolSource } from "./registry/registered-tool.ts";
export type { CallAliases } from "./invocation/meant-call.ts";
export type { CallOptions, Invocation, ToolCall } from "./invocation/invocation.ts";
export type {
  Outcome,
  OutcomeError,
  OutcomeStatus,
  StagedOutcome,
} from "./invocation/outcome.ts";
export type { Explanation } from "./invocation/explain.ts";
export type { InvocationEvent, InvocationUpdate } from "./invocation/event.ts";
export {
  dialects,
  declare,
  type DeclarationOf,
  type Dialect,
  type SessionDeclaration,
} from "./declaration/declare.ts";
export {
  type AiSdkExecutableTool,
  type AiSdkToolSet,
  toAiSdkTools,
} from "./declaration/ai-sdk-tools.ts";
export {
  type ModelCall,
  toToolResult,
  type ToolResultDialect,
  type ToolResultOf,
} from "./declaration/tool-results/to-tool-result.ts";
export { type OutputBudget } from "./output/budget.ts";
export type {
  AfterHook,
  AfterHookAnswer,
  BeforeHook,
  BeforeHookAnswer,
  Hooks,
} from "./hooks/hooks.ts";
export {
  ConfigurationError,
  type ConfigurationErrorCode,
  type ErrorCode,
  errorCodes,
  ToolError,
} from "./errors.ts";

// For policies and approvals
export { createPolicy, type PolicyOptions } from "./policy/create-policy.ts";
export { modes } from "./policy/policy.ts";
export type {
  Decision,
  Mode,
  Policy,
  PolicyDecision,
  PolicyLayer,
  PolicyQuestion,
  ProofLayer,
  ProofStep,
} from "./policy/policy.ts";
export type { Rule } from "./policy/rule.ts";
export { createApprovalQueue } from "./approval/approval-queue.ts";
export type { ApprovalQueue } from "./approval/approval-queue.ts";
export type { CallDigests, DigestCall } from "./approval/call-digests.ts";
export type {
  Elicitation,
  ElicitationAnswer,
  ElicitationRequest,
} from "./approval/elicitation.ts";
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  RuleProposal,
  StagedChange,
  StagedChanges,
} from "./approval/question.ts";
export { type Grant, type GrantScope } from "./approval/grant.ts";

export type { Language, LanguageCode } from "./language/language.ts";
export type { Phrase } from "./language/phrase.ts";

// For implementers of ports
export type {
  AgentReport,
  Agents,
  AgentSummary,
  AgentTask,
  ModelSummary,
} from "./ports/agents.ts";
export type { Environment } from "./ports/environment.ts";
export type { GrantStore } from "./ports/grant-store.ts";
export type { Journal } from "./ports/journal.ts";
export type { Memory, MemoryScope } from "./ports/memory.ts";
export type { NetworkPolicy } from "./ports/network-policy.ts";
export type { ProcessHost } from "./ports/process-host.ts";
export type {
  CommandReach,
  Label,
  LabelContext,
  LabelledCall,
  Labels,
  LabelSource,
} from "./ports/labels.ts";
export type { Redactor } from "./ports/redactor.ts";
export type { LanguageServers } from "./ports/language-servers.ts";
export type { SandboxFactory } from "./ports/sandbox-factory.ts";
export type { Jobs } from "./ports/jobs.ts";
export type { Programs } from "./ports/programs.ts";
export type { Skill, SkillProblem, Skills } from "./ports/skills.ts";
export type { Stages } from "./ports/stages.ts";
export type { Snapshots } from "./ports/snapshots.ts";
export type { AnalysisStore } from "./ports/analysis-store.ts";
export type { OutputStore } from "./ports/output-store.ts";
export type { Web } from "./ports/web.ts";
export type { WebSearch } from "./ports/web-search.ts";
export type { Workspace, WorkspaceAccess } from "./ports/workspace.ts";
