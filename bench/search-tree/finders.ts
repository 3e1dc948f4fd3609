// Ways to find files, each in a separate process: this file is also that process's program.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { glob } from "glob";
import { glob as tinyglobby } from "tinyglobby";
import { openSearchSession } from "./search-session.ts";

export const finderNames = [
  "find_files",
  "find_files, newest first",
  "tinyglobby",
  "glob",
  "glob, newest first",
] as const;
export type FinderName = (typeof finderNames)[number];

/** Returns the number of files. */
type Find = (pattern: string) => Promise<number>;

export interface FinderProcess {
  readonly name: FinderName;
  readonly find: (pattern: string) => Promise<void>;
  readonly end: () => void;
}

export function startFinder(name: FinderName, root: string): FinderProcess {
  const child: ChildProcess = fork(import.meta.filename, [name, root]);
  return {
    name,
    async find(pattern) {
      child.send(pattern);
      await once(child, "message");
    },
    end: () => child.disconnect(),
  };
}

export async function countFound(name: FinderName, root: string, pattern: string): Promise<number> {
  const { find, close } = await openFinder(name, root);
  try {
    return await find(pattern);
  } finally {
    await close();
  }
}

async function openFinder(
  name: FinderName,
  root: string,
): Promise<{ readonly find: Find; readonly close: () => Promise<void> }> {
  const options = { cwd: root, dot: true, ignore: ["**/node_modules/**", "**/.git/**"] };
  const close = async (): Promise<void> => undefined;
  switch (name) {
    case "tinyglobby":
      return { find: async (pattern) => (await tinyglobby(pattern, options)).length, close };
    case "glob":
      return {
        find: async (pattern) => (await glob(pattern, { ...options, nodir: true })).length,
        close,
      };
    case "glob, newest first": {
      const dated = { ...options, nodir: true, stat: true, withFileTypes: true } as const;
      return {
        async find(pattern) {
          const found = await glob(pattern, dated);
          found.sort((a, b) => (b.mtimeMs ?? 0) - (a.mtimeMs ?? 0));
          return found.length;
        },
        close,
      };
    }
    default: {
      const session = await openSearchSession(root);
      const sort = name === "find_files" ? "path" : "newest";
      return {
        find: (pattern) => session.total("find_files", { pattern, sort }),
        close: () => session.close(),
      };
    }
  }
}

if (process.argv[1] === import.meta.filename && process.send !== undefined) {
  const [, , name = "", root = ""] = process.argv;
  const known = finderNames.find((each) => each === name);
  if (known === undefined) throw new Error(`No way '${name}' to find files.`);
  const finder = await openFinder(known, root);
  process.on("message", (pattern: string) => {
    void finder.find(pattern).then((count) => process.send?.(count));
  });
  process.on("disconnect", () => void finder.close());
}
