/** What servers are told about this program; `npm run release version` keeps the version. */
export const clientInfo = { name: "toolwright", version: "0.1.0" };
