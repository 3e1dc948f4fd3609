export { callAliases, canonicalToolNames, namesInProfiles } from "./call-aliases.ts";
export { type ProfileName, profileNames, profileTool, profileTools } from "./profiles.ts";
