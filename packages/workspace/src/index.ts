// For those who open a workspace
export { openWorkspace, type OpenWorkspaceOptions } from "./open-workspace.ts";
export { WorkspaceError, type WorkspaceErrorCode } from "./errors.ts";
export { createRedactor, type RedactorOptions } from "./secrets/create-redactor.ts";
export type { SecretWishes } from "./secrets/secret-values.ts";
export { createEnvironment } from "./environment.ts";
export { configDirectory, homeDirectory, stateDirectory } from "./directories.ts";
export { createGrantStore, grantFile, userGrantFile } from "./grants/grant-store.ts";
export {
  createSpillStore,
  type FileSpillStore,
  type SpillStoreOptions,
} from "./spill/spill-store.ts";
export { folderTrust, type FolderTrust } from "./trust/folder-trust.ts";
export { createTrustStore, type TrustRecord, type TrustStore } from "./trust/trust-store.ts";
export {
  readTrustedContent,
  type TrustedContent,
  type TrustedFile,
  type UntrustableContent,
} from "./trust/trusted-content.ts";

// For those who keep a journal, or look into one
export { createMemoryJournal } from "./journal/open-journal.ts";
export { JournalError, type JournalErrorCode } from "./journal/journal-error.ts";
export {
  hasJournal,
  journalledWorkspaces,
  openJournal,
  type OpenJournalOptions,
} from "./journal/open-journal.ts";
export { oldestFirst } from "./journal/oldest-first.ts";
export {
  exportToOpenTelemetry,
  type SpanTracer,
  type ToolSpan,
  toolSpan,
} from "./journal/telemetry.ts";
export { defaultRetention } from "./journal/retention.ts";
export type {
  AwaitableJournal,
  BlobId,
  EntryId,
  EntryQuery,
  EntryStatus,
  JournalEntry,
  JournalSession,
  JournalStore,
  PathChange,
  PathState,
  PruneReport,
  Retention,
  RevertEntry,
} from "./journal/journal-store.ts";

// For tools that read and write text
export { decodeText } from "./text/decode-text.ts";
export { encodeText } from "./text/encode-text.ts";
export { matchLineEndings } from "./text/line-endings.ts";
export {
  defaultTextFormat,
  type LineEnding,
  type TextFile,
  type TextFormat,
} from "./text/text-format.ts";

// For those who take back what calls did: what of it is needed before anything changes
export { stateLook } from "./undo/state-look.ts";
export { checkpointBytes } from "./undo/checkpoint-files.ts";
export { hasUnfinishedUndo } from "./undo/unfinished-undo.ts";
