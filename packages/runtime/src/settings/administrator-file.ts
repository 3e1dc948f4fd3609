const folders: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/Application Support/toolwright",
  win32: "C:\\ProgramData\\toolwright",
};

/**
 * The settings file of the machine's administrator, which applies to all users. No environment variable
 * changes its path, as a user could then avoid it.
 */
export function administratorFile(platform: NodeJS.Platform = process.platform): string {
  const folder = folders[platform];
  if (folder === undefined) return "/etc/toolwright/settings.json";
  return platform === "win32" ? `${folder}\\settings.json` : `${folder}/settings.json`;
}
