// Shared with the command line only, and changed without notice: import the package itself.
export { conversationsOf, workspaceConversations } from "./agent/workspace-conversations.ts";
export { isInvalidSetup, settingsError } from "./errors.ts";
export { sessionTranslations } from "./load-language.ts";
export { workspaceAt } from "./setup.ts";
export {
  type EnvironmentVariables,
  type Places,
  furtherRoots,
  keyPaths,
  ownPaths,
  placesFor,
  realRoot,
} from "./places.ts";
export {
  type AgentChoice,
  agentFrom,
  type PlacedRule,
  modeFrom,
  policyFromSettings,
  rulesOf,
  secretsFrom,
} from "./policy/policy-from-settings.ts";
export { projectMemoryFile, userMemoryFile } from "./memory/memory-files.ts";
export { ownReadingLayer, ownReadings } from "./policy/own-readings.ts";
export { grantFilesOf, grantsOf } from "./records/stored-grants.ts";
export { journalOf, retentionFrom } from "./records/stored-journal.ts";
export { undoOf } from "./records/stored-undo.ts";
export { type ShownJournal, shownJournal } from "./records/shown-journal.ts";
export { exportSession } from "./tape/export-session.ts";
export { privatePaths } from "./tape/private-paths.ts";
export { readTape, type Tape } from "./tape/read-tape.ts";
export type { Difference } from "./tape/replay/differences.ts";
export { type ReplayReport, replayTape } from "./tape/replay/replay-tape.ts";
export { TapeError } from "./tape/tape-error.ts";
export type { TapeCall, TapeContent, TapedState, TapeMessage } from "./tape/tape.ts";
export { serversFrom } from "./servers/mcp-servers.ts";
export { serverAuthorization, takesLogin } from "./servers/server-authorization.ts";
export { serverTrustLayers, serverTrustRules } from "./servers/server-trust.ts";
export { skillsOf } from "./skills/skills-of.ts";
export { didYouMean } from "./settings/did-you-mean.ts";
export { loadSettingsFile, settingsPaths } from "./settings/load-settings.ts";
export { loosenings } from "./settings/loosenings.ts";
export { parseMcpFile } from "./settings/mcp-file.ts";
export { parseJsonFile } from "./settings/parse-json-file.ts";
export { parseSettings } from "./settings/parse-settings.ts";
export { profiles } from "./settings/profile-names.ts";
export { readSettingsFile } from "./settings/read-settings-file.ts";
export { serverLoosenings } from "./settings/server-loosenings.ts";
export { type SettingsInForce, settingsInForce } from "./settings/settings-in-force.ts";
export { type SettingsFile } from "./settings/settings.ts";
export { type SearchSetup, searchSetup } from "./web-search.ts";
export { loadedTools } from "./tools/builtin-tools.ts";
