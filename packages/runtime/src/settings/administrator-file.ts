const folders: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/Application Support/toolwright",
  win32: "C:\\ProgramData\\toolwright",
};

/**
 * The settings of the machine's administrator, which hold for everybody. No variable of the
 * environment leads elsewhere: whoever starts us could else leave them out.
 */
export function administratorFile(platform: NodeJS.Platform = process.platform): string {
  const folder = folders[platform];
  if (folder === undefined) return "/etc/toolwright/settings.json";
  return platform === "win32" ? `${folder}\\settings.json` : `${folder}/settings.json`;
}
