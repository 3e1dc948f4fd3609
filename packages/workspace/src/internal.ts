// Shared among Toolwright's own packages. Nothing here is stable: any of it may change or disappear
// in any version. Programs use the root entry.
export { createAnalysisStore } from "./analyses/analysis-store.ts";
export { ConversationError } from "./conversations/conversation-error.ts";
export { damaged as damagedConversation } from "./conversations/conversation-file.ts";
export {
  ConversationStore,
  type OpenConversation,
  type StoredConversation,
} from "./conversations/conversation-store.ts";
export { workspacesWithConversations } from "./conversations/conversation-workspaces.ts";
export type { KeptOutcome } from "./journal/entry-content.ts";
export { walkFiles } from "./tree/walk-files.ts";
export { homeDirectory, memoryDirectory } from "./directories.ts";
export { userGrantFile } from "./grants/grant-store.ts";
export type {
  EntryQuery,
  JournalSession,
  PathChange,
  PathState,
  PruneReport,
} from "./journal/journal-store.ts";
export { oldestFirst } from "./journal/oldest-first.ts";
export { hasJournal, journalledWorkspaces } from "./journal/open-journal.ts";
export { defaultRetention } from "./journal/retention.ts";
export { toolSpan } from "./journal/telemetry.ts";
export type { SecretOptions } from "./secrets/secret-values.ts";
export { createSkills } from "./skills/create-skills.ts";
export { describeSkills } from "./skills/describe-skills.ts";
export { oneCleanLine } from "./skills/one-clean-line.ts";
export { isSkillName } from "./skills/parse-skill.ts";
export { hasStages } from "./stage/stage-directory.ts";
export { bodyOf, type FrontMatter, parseFrontMatter } from "./skills/front-matter.ts";
export { digestOf, type SkillFolder } from "./skills/read-skill-folder.ts";
export { isOfProject } from "./tree/is-of-project.ts";
export { folderTrust, type FolderTrust } from "./trust/folder-trust.ts";
export { createTrustStore } from "./trust/trust-store.ts";
export {
  instructionFilesIn,
  instructionNames,
  isPlainDirectory,
  readTrustedContent,
  type TrustedContent,
  type TrustedFile,
} from "./trust/trusted-content.ts";
export { checkpointBytes } from "./undo/checkpoint-files.ts";
export { isGitIgnored } from "./undo/checkpoint/ignore-rules.ts";
export { stateLook } from "./undo/state-look.ts";
export { hasUnfinishedUndo } from "./undo/unfinished-undo.ts";
