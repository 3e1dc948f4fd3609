// Opening a workspace
export { openWorkspace, type OpenWorkspaceOptions } from "./open-workspace.ts";
export type { UnsavedTexts } from "./unsaved/unsaved-texts.ts";
export { WorkspaceError, type WorkspaceErrorCode } from "./errors.ts";
export { createRedactor, type RedactorOptions } from "./secrets/create-redactor.ts";
export { createEnvironment } from "./environment.ts";
export { configDirectory, stateDirectory } from "./directories.ts";
export { createGrantStore, grantFile } from "./grants/grant-store.ts";
export { createOutputStore, type OutputStoreOptions } from "./output-store/output-store.ts";

// Keeping or reading a journal
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

// Reading and writing text
export { decodeText } from "./text/decode-text.ts";
export { encodeText } from "./text/encode-text.ts";
export { matchLineEndings } from "./text/line-endings.ts";
export { type LineEnding, type TextFile, type TextFormat } from "./text/text-format.ts";
