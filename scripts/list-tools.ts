// Writes the listings of the built-in tools, so that an MCP server starts without their code: loading it and
// making the schemas took a third of the start.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.ts";

const folder = join(root, "packages", "cli", "dist", "listings");

/** Writes a listing for every profile, from the built libraries. */
export async function listTools(): Promise<void> {
  // Imported late, after the build.
  const { profileNames, profileTools } = await import("@toolwright/profiles");
  const { toolListing } = await import("../packages/cli/src/listed-tools/tool-listing.ts");
  mkdirSync(folder, { recursive: true });
  for (const profile of profileNames) {
    const listing = await toolListing(await profileTools(profile));
    writeFileSync(join(folder, `${profile}.json`), JSON.stringify(listing));
  }
}
