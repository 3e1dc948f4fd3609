import { isAbsolute, sep } from "node:path";
import { type Effect, read, deletion, write } from "@toolwright/core";
import { clearPath } from "./effect-template.ts";
import type { LaunchedPackage } from "./launched-package.ts";

/** Facts beyond the input that determine a reference server's effects. */
export interface ReferenceFacts {
  readonly launched: LaunchedPackage;
  readonly environment: Readonly<Record<string, string>>;
  /** The workspace's real roots. */
  readonly roots: readonly string[];
}

type Input = ReadonlyMap<string, unknown>;
type EffectsOf = (input: Input, facts: ReferenceFacts) => readonly Effect[] | null;

interface KnownTool {
  /** All its arguments. */
  readonly arguments: readonly string[];
  readonly effects: EffectsOf;
}

interface ReferenceServer {
  /** Its program's name. */
  readonly bin: string;
  /** Whether the program's arguments leave the effects below unchanged. */
  takes(words: readonly string[]): boolean;
  readonly tools: Readonly<Record<string, KnownTool>>;
}

/**
 * An absolute path at an argument. A relative path is ambiguous: the server tries each of its folders.
 */
function pathAt(input: Input, name: string): string | null {
  const value = input.get(name);
  return typeof value === "string" && isAbsolute(value) ? clearPath(value, null) : null;
}

const onPath =
  (make: (path: string) => readonly Effect[]): EffectsOf =>
  (input) => {
    const path = pathAt(input, "path");
    return path === null ? null : make(path);
  };

const reads = onPath((path) => [read(path)]);
const readsBelow = onPath((path) => [read(path, { recursive: true })]);
const nothing: EffectsOf = () => [];

const tool = (effects: EffectsOf, ...names: readonly string[]): KnownTool => ({
  arguments: names,
  effects,
});

const readsMany: EffectsOf = (input) => {
  const paths = input.get("paths");
  if (!Array.isArray(paths) || paths.length === 0) return null;
  const clear = paths.map((path: unknown) => pathAt(new Map([["path", path]]), "path"));
  return clear.includes(null)
    ? null
    : clear.filter((path) => path !== null).map((path) => read(path));
};

/** Renaming also makes the source readable, and executable, under the new name. */
const moves: EffectsOf = (input) => {
  const from = pathAt(input, "source");
  const to = pathAt(input, "destination");
  if (from === null || to === null) return null;
  const below = { recursive: true };
  return [read(from, below), deletion(from), write(to, "create", below)];
};

const edits: EffectsOf = (input, facts) =>
  input.get("dryRun") === true
    ? reads(input, facts)
    : onPath((path) => [read(path), write(path)])(input, facts);

/** The server's one file. Outside the workspace, calls stay external calls. */
function memoryFile({ environment, roots }: ReferenceFacts): string | null {
  const path = clearPath(environment["MEMORY_FILE_PATH"] ?? "", null);
  return path !== null && roots.some((root) => path.startsWith(`${root}${sep}`)) ? path : null;
}

const remembers: EffectsOf = (_input, facts) => {
  const path = memoryFile(facts);
  return path === null ? null : [read(path), write(path)];
};

const recalls: EffectsOf = (_input, facts) => {
  const path = memoryFile(facts);
  return path === null ? null : [read(path)];
};

/**
 * The effects of the reference servers' tools, from the sources of version 2026.8.31. Unlisted tools and
 * arguments are unknown.
 */
export const referenceServers: ReadonlyMap<string, ReferenceServer> = new Map([
  [
    "@modelcontextprotocol/server-filesystem",
    {
      bin: "mcp-server-filesystem",
      // All its arguments are folders.
      takes: () => true,
      tools: {
        read_file: tool(reads, "path", "head", "tail"),
        read_text_file: tool(reads, "path", "head", "tail"),
        read_media_file: tool(reads, "path"),
        read_multiple_files: tool(readsMany, "paths"),
        write_file: tool(
          onPath((path) => [write(path)]),
          "path",
          "content",
        ),
        edit_file: tool(edits, "path", "edits", "dryRun"),
        create_directory: tool(
          onPath((path) => [write(path)]),
          "path",
        ),
        list_directory: tool(reads, "path"),
        list_directory_with_sizes: tool(reads, "path", "sortBy"),
        directory_tree: tool(readsBelow, "path", "excludePatterns"),
        move_file: tool(moves, "source", "destination"),
        search_files: tool(readsBelow, "path", "pattern", "excludePatterns"),
        get_file_info: tool(reads, "path"),
        list_allowed_directories: tool(nothing),
      },
    },
  ],
  [
    "@modelcontextprotocol/server-memory",
    {
      bin: "mcp-server-memory",
      takes: isEmpty,
      tools: {
        create_entities: tool(remembers, "entities"),
        create_relations: tool(remembers, "relations"),
        add_observations: tool(remembers, "observations"),
        delete_entities: tool(remembers, "entityNames"),
        delete_observations: tool(remembers, "deletions"),
        delete_relations: tool(remembers, "relations"),
        read_graph: tool(recalls),
        search_nodes: tool(recalls, "query"),
        open_nodes: tool(recalls, "names"),
      },
    },
  ],
  [
    "@modelcontextprotocol/server-sequential-thinking",
    {
      bin: "mcp-server-sequential-thinking",
      takes: isEmpty,
      tools: {
        sequentialthinking: tool(
          nothing,
          "thought",
          "nextThoughtNeeded",
          "thoughtNumber",
          "totalThoughts",
          "isRevision",
          "revisesThought",
          "branchFromThought",
          "branchId",
          "needsMoreThoughts",
        ),
      },
    },
  ],
  [
    "@modelcontextprotocol/server-everything",
    {
      bin: "mcp-server-everything",
      takes: (words) => words.length === 0 || (words.length === 1 && words[0] === "stdio"),
      // Tools that reveal the environment, fetch, or ask the client something stay external.
      tools: {
        echo: tool(nothing, "message"),
        "get-annotated-message": tool(nothing, "messageType", "includeImage"),
        "get-resource-links": tool(nothing, "count"),
        "get-resource-reference": tool(nothing, "resourceType", "resourceId"),
        "get-structured-content": tool(nothing, "location"),
        "get-sum": tool(nothing, "a", "b"),
        "get-tiny-image": tool(nothing),
        "trigger-long-running-operation": tool(nothing, "duration", "steps"),
      },
    },
  ],
] satisfies readonly (readonly [string, ReferenceServer])[]);

function isEmpty(words: readonly string[]): boolean {
  return words.length === 0;
}

/** The effects of a call of a reference server's tool; null when unknown. */
export function referenceEffects(
  facts: ReferenceFacts,
  name: string,
  input: Input,
): readonly Effect[] | null {
  const server = referenceServers.get(facts.launched.package);
  if (server === undefined || !server.takes(facts.launched.arguments)) return null;
  const known = Object.hasOwn(server.tools, name) ? server.tools[name] : undefined;
  if (known === undefined) return null;
  const isKnown = Array.from(input.keys()).every((key) => known.arguments.includes(key));
  return isKnown ? known.effects(input, facts) : null;
}
