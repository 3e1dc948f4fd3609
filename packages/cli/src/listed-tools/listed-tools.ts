import { readFileSync } from "node:fs";
import type { StandardSchema, Tool } from "@toolwright/core";
import { type ProfileName, profileTool } from "@toolwright/profiles";
import type { BuiltinTools } from "@toolwright/runtime";
import { loadedTools } from "@toolwright/runtime/internal";
import type { ListedTool, ToolListing } from "./tool-listing.ts";

/**
 * The built-in tools from the listing that the build writes. Each tool loads its code with its first
 * call, as a host that only lists tools doesn't need the code. Without a build, or with other limits
 * than the defaults, the tools are loaded directly.
 */
export const listedTools: BuiltinTools = {
  async all(profile, limits) {
    const listing = limits === undefined ? readListing(profile) : null;
    return listing === null ? loadedTools.all(profile, limits) : toolsOf(listing, profile);
  },
  async one(profile, name, limits) {
    const listing = limits === undefined ? readListing(profile) : null;
    const listed = listing?.find((each) => typeof each === "object" && each.facts.name === name);
    return typeof listed === "object"
      ? withoutCode(profile, listed)
      : loadedTools.one(profile, name, limits);
  },
};

/** The tools of a listing. */
export function toolsOf(listing: ToolListing, profile: ProfileName): Promise<readonly Tool[]> {
  return Promise.all(
    listing.map(async (listed) =>
      typeof listed === "string" ? loadTool(profile, listed) : withoutCode(profile, listed),
    ),
  );
}

/** Reads the listing, which is next to the folder of the bundle's chunks. */
function readListing(profile: ProfileName): ToolListing | null {
  try {
    const file = new URL(`../listings/${profile}.json`, import.meta.url);
    // The build that writes the code also writes this file.
    return JSON.parse(readFileSync(file, "utf8")) as ToolListing;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw thrown;
  }
}

async function loadTool(profile: ProfileName, name: string): Promise<Tool> {
  const tool = await profileTool(profile, name);
  if (tool === undefined)
    throw new Error(`The profile '${profile}' lists '${name}', but has no such tool.`);
  return tool;
}

/** A tool that loads its code when its input is validated, which comes before any other use. */
function withoutCode(profile: ProfileName, { facts, input, output, has }: ListedTool): Tool {
  let code: Tool | undefined;
  let loading: Promise<Tool> | undefined;
  const load = async (): Promise<Tool> => {
    loading ??= loadTool(profile, facts.name);
    code = await loading;
    return code;
  };
  const loaded = (): Tool => {
    if (code !== undefined) return code;
    throw new Error(`The code of '${facts.name}' is needed before its input was validated.`);
  };
  const schema: StandardSchema<unknown, never> = {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      validate: (value) =>
        code === undefined
          ? load().then((tool) => schemaOf(tool)["~standard"].validate(value))
          : schemaOf(code)["~standard"].validate(value),
      jsonSchema: { input: () => ({ ...input }), output: () => ({ ...input }) },
    },
  };
  const functions: Partial<Tool> = {
    // The listing doesn't tell a number from a function.
    timeoutMs: (given, callFacts) => {
      const { timeoutMs } = loaded();
      return typeof timeoutMs === "function" ? timeoutMs(given, callFacts) : (timeoutMs ?? 0);
    },
    explainInputError: (given) => loaded().explainInputError?.(given),
    effects: (given, context) => loaded().effects?.(given, context) ?? [],
    prepare: (given, context) => {
      const preparation = loaded().prepare?.(given, context);
      if (preparation === undefined) throw new Error(`'${facts.name}' has no prepare function.`);
      return preparation;
    },
  };
  const tool: Tool = {
    ...facts,
    input: schema,
    ...(output !== null && { output: () => resultSchema(output) }),
    ...Object.fromEntries(
      has.flatMap((field) => (field in functions ? [[field, functions[field]]] : [])),
    ),
    execute: (prepared, context) => loaded().execute(prepared, context),
  };
  // Aliases may hold functions. They are read when an input doesn't fit, so after the code was loaded.
  if (has.includes("aliases")) {
    Object.defineProperty(tool, "aliases", { enumerable: true, get: () => loaded().aliases });
  }
  return tool;
}

/** The listing has only tools with such a schema. */
function schemaOf({ input }: Tool): StandardSchema<unknown, never> {
  return input as StandardSchema<unknown, never>;
}

/** The schema for hosts. The tools' own tests check results against it. */
function resultSchema(output: Readonly<Record<string, unknown>>): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "toolwright",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...output }), output: () => ({ ...output }) },
    },
  };
}
