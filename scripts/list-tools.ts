// Writes what can be said of the built-in tools without their code, so that an MCP server starts without it: making
// the schemas of all and loading all was a third of its start.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.ts";

const folder = join(root, "packages", "cli", "dist", "listings");

/** Of every profile, from the libraries as they were just built. */
export async function listTools(): Promise<void> {
  // Not before they were built.
  const { profileNames, profileTools } = await import("@toolwright/profiles");
  const { toolListing } = await import("../packages/cli/src/listed-tools/tool-listing.ts");
  mkdirSync(folder, { recursive: true });
  for (const profile of profileNames) {
    const listing = await toolListing(await profileTools(profile));
    writeFileSync(join(folder, `${profile}.json`), JSON.stringify(listing));
  }
}
