import { readServers } from "@toolwright/mcp/configuration";
import type { Places } from "@toolwright/runtime/internal";
import type { ServerEntry } from "./edit-servers.ts";

/** The problem of an invalid entry, or notes on a valid one. */
export interface EntryCheck {
  readonly problem: string | null;
  readonly notes: readonly string[];
}

/**
 * Checks a server entry before it is written. Variables need not be set, as they are read when the
 * server starts.
 */
export function checkEntry(
  name: string,
  entry: ServerEntry,
  { workspace, home }: Pick<Places, "workspace" | "home">,
): EntryCheck {
  const { found, notices } = readServers({
    sources: [
      {
        path: "",
        layer: "user",
        isTrusted: true,
        entries: { [name]: entry },
        positionOf: () => ({ line: 1, column: 1 }),
      },
    ],
    workspace,
    home,
    environment: Object.fromEntries(variablesIn(entry).map((variable) => [variable, "x"])),
  });
  const isInvalid = found.some(({ state }) => state === "invalid");
  const texts = notices.map((notice) => notice.replace(/^.*?MCP server '.*?': /s, ""));
  return isInvalid
    ? { problem: found[0]?.reason ?? "it can't be read", notes: [] }
    : { problem: null, notes: texts };
}

/** The names of the environment variables that an entry reads. */
export function variablesIn(entry: ServerEntry): readonly string[] {
  const matches = JSON.stringify(entry).matchAll(/\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)/g);
  return [...new Set(Array.from(matches, ([, name = ""]) => name))];
}
