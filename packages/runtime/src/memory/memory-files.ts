import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Memory, SessionOptions } from "@toolwright/core";
import type { FolderTrust } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "../places.ts";

const maxNameCharacters = 40;

/** The file of facts for every workspace. */
export function userMemoryFile({ memoryDirectory }: Places): string {
  return join(memoryDirectory, "user.md");
}

/** The file of facts about this workspace, which is bound to its real path. */
export function projectMemoryFile({ memoryDirectory, workspace }: Places): string {
  const root = realRoot(workspace);
  const name = basename(root)
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, maxNameCharacters);
  const key = createHash("sha256").update(root).digest("hex").slice(0, 8);
  return join(memoryDirectory, "projects", `${[name, key].filter(Boolean).join("-")}.md`);
}

export interface MemoryOptions {
  readonly places: Places;
  /** The workspace's trust at the time of a call. */
  readonly trust: () => FolderTrust;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The program's own memory, otherwise the person's, unless the session ignores the person. */
export function memoryOf(
  given: Pick<SessionOptions, "memory">,
  options: MemoryOptions,
): Memory | undefined {
  if (given.memory !== undefined || options.places.ignoresUser === true) return given.memory;
  return createMemory(options);
}

/**
 * A session's memory. The project's facts lie outside the project, so nobody gets facts with a clone, and saving
 * one changes neither the project nor its trust. A project whose own settings aren't trusted has none, because
 * its content may be an attempt to plant facts.
 */
function createMemory({ places, trust, now }: MemoryOptions): Memory {
  return {
    fileOf(scope) {
      if (scope === "user") return { path: userMemoryFile(places) };
      const { state } = trust();
      if (state === "trusted" || state === "nothing") return { path: projectMemoryFile(places) };
      return {
        problem:
          "This project's memory is not used, because the person has not trusted the project's own settings as they are now. They can with: toolwright policy trust",
      };
    },
    today: () => dateText(new Date(now())),
  };
}

/** In the person's time zone. */
function dateText(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
