// For hosts that open a session
export { createLanguageServers, type LanguageServersOptions } from "./create-language-servers.ts";
export type { ServerSettings } from "./find-checkers.ts";
