/** The facts about this program that servers are told; `npm run release version` keeps the version. */
export const clientInfo = { name: "toolwright", version: "0.1.0" };
