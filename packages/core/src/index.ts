// For those who define tools
export { defineTool, type UntypedInput } from "./tool/define-tool.ts";
export type {
  DeferredSource,
  FieldAlias,
  FileState,
  ForwardedCall,
  InitializedTool,
  Preparation,
  Tool,
  ToolDefinition,
  ToolDescription,
  ToolExample,
  ToolExposure,
  ToolKind,
  ToolNeed,
  ToolResult,
  ToolSchema,
  ToolScope,
} from "./tool/tool.ts";
export { isMutatingKind, toolKinds } from "./tool/tool.ts";
export type {
  AgentFacts,
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
export { renderDescription } from "./tool/description.ts";
export type { AgentEffect } from "./effects/kinds/agent.ts";
export type { DeleteEffect } from "./effects/kinds/delete.ts";
export {
  type Effect,
  type EffectType,
  type PathEffect,
  isPathEffect,
  read,
  remove,
  unknown,
  write,
  describeEffect,
} from "./effects/effect.ts";
export type { EnvironmentEffect } from "./effects/kinds/environment.ts";
export type { ExternalEffect } from "./effects/kinds/external.ts";
export type { NetworkEffect } from "./effects/kinds/network.ts";
export type { ReadEffect } from "./effects/kinds/read.ts";
export type { RunEffect } from "./effects/kinds/run.ts";
export type { UnknownEffect } from "./effects/kinds/unknown.ts";
export type { WriteEffect } from "./effects/kinds/write.ts";
export { keptOutputUnchanged } from "./effects/kinds/path-effects.ts";
export {
  type Artifact,
  type ContentPart,
  type Display,
  text,
  type TodoItem,
} from "./output/content.ts";
export type { JsonSchema, StandardSchema } from "./schema/standard-schema.ts";
export { cutText } from "./text/cut-text.ts";
export {
  revealedLine,
  revealHidden,
  type TextPlace,
  withoutHidden,
} from "./text/reveal-hidden.ts";
export { shownName, shownPath } from "./text/shown-name.ts";

// For those who run them
export { createSession } from "./session/create-session.ts";
export type { ChildSessionOptions, Session, SessionOptions } from "./session/session.ts";
export type { Replay, SessionEvent } from "./session/session-events.ts";
export { servesDeferred } from "./session/deferral.ts";
export type { DeferralLimits } from "./session/deferral.ts";
export { createRegistry } from "./registry/registry.ts";
export type {
  RegistrationReport,
  Registry,
  RegistryEntry,
  RegistryEvent,
  ToolFilter,
} from "./registry/registry.ts";
export type { RegisteredTool, ToolSource } from "./registry/registered-tool.ts";
export { nearestNames } from "./registry/nearest-names.ts";
export type { CallAliases } from "./invocation/meant-call.ts";
export type { CallOptions, Invocation, LogLevel, ToolCall } from "./invocation/invocation.ts";
export type { ApprovalRecord } from "./invocation/consent.ts";
export { redactGiven } from "./invocation/redact.ts";
export type { Outcome, OutcomeError, OutcomeStatus } from "./invocation/outcome.ts";
export type { Explanation } from "./invocation/explain.ts";
export type { InvocationEvent, InvocationUpdate } from "./invocation/event.ts";
export {
  dialects,
  declare,
  type DeclarationOf,
  type Dialect,
  type SessionDeclaration,
} from "./declaration/declare.ts";
export type { AiSdkExecutableTool, AiSdkToolSet } from "./declaration/ai-sdk-tools.ts";
export {
  toToolResult,
  type ToolResultDialect,
  type ToolResultOf,
} from "./declaration/tool-results/to-tool-result.ts";
export type { DeclarableTool } from "./declaration/declarable-tool.ts";
export { defaultOutputBudget, keptNote, type OutputBudget } from "./output/budget.ts";
export {
  chooseWindows,
  ErrorScout,
  type ErrorWindow,
  mergeRanges,
  type RepeatedError,
  type TextRange,
} from "./output/error-windows.ts";
export type {
  AfterHook,
  AfterHookAnswer,
  BeforeHook,
  BeforeHookAnswer,
  HookFacts,
  Hooks,
} from "./hooks/hooks.ts";
export {
  ConfigurationError,
  type ConfigurationErrorCode,
  type ErrorCode,
  errorCodes,
  messageOf,
  ToolError,
} from "./errors.ts";
export { isThenable } from "./thenable.ts";

// For those who decide
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
export { patternExamples } from "./policy/pattern-examples.ts";
export { isProtectedFromCommands, isSecretName } from "./policy/protection.ts";
export { isSecretVariable } from "./policy/protected-names.ts";
export { parseRule } from "./policy/parse-rule.ts";
export type { Rule } from "./policy/rule.ts";
export { createApprovalQueue } from "./approval/approval-queue.ts";
export type { ApprovalQueue, ApprovalWatcher, Unanswered } from "./approval/approval-queue.ts";
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
} from "./approval/question.ts";
export { type Grant, type GrantScope, grantScopes, isLiveGrant } from "./approval/grant.ts";

// For those who provide the world
export type { Environment } from "./ports/environment.ts";
export type { GrantStore } from "./ports/grant-store.ts";
export type { CallIntent, CallRecord, Journal, JournalledCall } from "./ports/journal.ts";
export type { NetworkDecider } from "./ports/network-decider.ts";
export type {
  OutputStream,
  ProcessEnd,
  ProcessHost,
  ProcessInput,
  ProcessRequest,
  RunningProcess,
  TerminalSize,
} from "./ports/process-host.ts";
export type { RedactingStream, Redactor, ResolvedText } from "./ports/redactor.ts";
export type { ConfinedCall, Confinement } from "./ports/confinement.ts";
export type {
  Job,
  JobOutput,
  JobReadOptions,
  JobRequest,
  Jobs,
  JobState,
  Readiness,
  ReadinessOptions,
  ReadinessResult,
} from "./ports/jobs.ts";
export type {
  HiddenFromGit,
  SandboxDenial,
  SandboxProfile,
  TakenBack,
} from "./ports/sandbox-profile.ts";
export type {
  Snapshot,
  SnapshotRequest,
  Snapshots,
  UndoOutlook,
} from "./ports/snapshots.ts";
export type {
  KeptOutput,
  OutputKeeper,
  OutputOrigin,
  SpillStore,
} from "./ports/spill-store.ts";
export type {
  IgnoreRules,
  DirectoryEntry,
  FileChange,
  FileBelow,
  FileContent,
  FileKind,
  FileStat,
  FileVersion,
  MaybePromise,
  OpenFile,
  PathOperation,
  PathPermit,
  ResolvedPath,
  ReadFilter,
  TreeLook,
  TreeWalk,
  Workspace,
  WorkspaceAccess,
  WorkspaceSession,
} from "./ports/workspace.ts";
export { type JudgedRepository, unjudgedRepository } from "./ports/repository.ts";
