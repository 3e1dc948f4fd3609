// For those who open a workspace
export { openWorkspace, type OpenWorkspaceOptions } from "./open-workspace.ts";
export { WorkspaceError, type WorkspaceErrorCode } from "./errors.ts";
export { createRedactor, type RedactorOptions } from "./secrets/create-redactor.ts";
export { createEnvironment } from "./environment.ts";
export { configDirectory, stateDirectory } from "./directories.ts";
export { createGrantStore, grantFile } from "./grants/grant-store.ts";
export { createOutputStore, type OutputStoreOptions } from "./output-store/output-store.ts";

// For those who keep a journal, or look into one
export { createMemoryJournal } from "./journal/open-journal.ts";
export { JournalError } from "./journal/journal-error.ts";
export { openJournal, type OpenJournalOptions } from "./journal/open-journal.ts";
export { exportToOpenTelemetry, type SpanTracer, type ToolSpan } from "./journal/telemetry.ts";
export type {
  AwaitableJournal,
  EntryId,
  JournalEntry,
  JournalStore,
  Retention,
} from "./journal/journal-store.ts";

// For tools that read and write text
export { decodeText } from "./text/decode-text.ts";
export { encodeText } from "./text/encode-text.ts";
export { matchLineEndings } from "./text/line-endings.ts";
export { type LineEnding, type TextFile, type TextFormat } from "./text/text-format.ts";

// For those who take back what calls did: what of it is needed before anything changes
