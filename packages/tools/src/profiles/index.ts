export { type ProfileName, profileNames, profileTool, profileTools } from "./profiles.ts";
