export { callAliases } from "./call-aliases.ts";
export { type ProfileName, profileNames, profileTool, profileTools } from "./profiles.ts";
