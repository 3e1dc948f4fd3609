// For implementers of ports: the types that the ports' functions take and return. The ports themselves are at the root.
export type { ConfinedCall, SandboxState } from "./ports/sandbox-factory.ts";
export type { AgentConclusion, StartingCall } from "./ports/agents.ts";
export type {
  Job,
  JobOutput,
  JobReadOptions,
  JobRequest,
  JobState,
  JobTerminal,
  Readiness,
  ReadinessOptions,
  ReadinessResult,
} from "./ports/jobs.ts";
export type {
  ChangeWatch,
  DeclaredSymbol,
  Diagnosis,
  FileEdits,
  LanguageServerAccess,
  LanguageServerUse,
  Problem,
  SourcePosition,
  SourceRange,
} from "./ports/language-servers.ts";
export type { CallIntent, CallRecord, JournalledCall } from "./ports/journal.ts";
export type {
  OutputStream,
  ProcessEnd,
  ProcessInput,
  ProcessRequest,
  RunningProcess,
  TerminalSize,
} from "./ports/process-host.ts";
export type {
  Program,
  ProgramEnd,
  ProgramFailure,
  ProgramHost,
  ProgramLimits,
  ProgramRequest,
} from "./ports/programs.ts";
export type { RedactingStream, ResolvedText } from "./ports/redactor.ts";
export { type JudgedRepository, unjudgedRepository } from "./ports/repository.ts";
export type {
  HiddenFromGit,
  SandboxDenial,
  SandboxProfile,
  Reverted,
} from "./ports/sandbox-profile.ts";
export type { Snapshot, SnapshotRequest, UndoOutlook } from "./ports/snapshots.ts";
export type { StoredOutput, OutputKeeper, OutputOrigin } from "./ports/output-store.ts";
export { realPlaceInNamespace } from "./ports/real-place.ts";
export type { Stage, StagedFile, StagePorts, Stages } from "./ports/stages.ts";
export {
  nameIn,
  listingPlace,
  placeIn,
  placeInside,
  placeOutside,
  type View,
  type ViewNamespace,
} from "./ports/view.ts";
export type { WebRequest, WebResponse } from "./ports/web.ts";
export type { WebSearchRequest, WebSearchResult } from "./ports/web-search.ts";
export type {
  DirectoryEntry,
  FileBelow,
  FileChange,
  FileContent,
  FileKind,
  FileStat,
  FileVersion,
  IgnoreRules,
  MaybePromise,
  OpenFile,
  PathOperation,
  PathPermit,
  ReadFilter,
  ResolvedPath,
  TreeLook,
  TreeWalk,
  WorkspaceSession,
} from "./ports/workspace.ts";
