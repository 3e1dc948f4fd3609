import type { Grant } from "@toolwright/core";

const formatVersion = 1;

/** The file's text, with the fields in one order so that differences show. */
export function renderGrants(grants: readonly Grant[]): string {
  return `${JSON.stringify({ version: formatVersion, grants }, null, 2)}\n`;
}

export type ParsedGrants =
  | { readonly grants: readonly Grant[] }
  | { readonly problem: string; readonly isNewer: boolean };

/** What a file's text says. A grant that isn't wholly understood spoils the file: none is guessed. */
export function parseGrants(text: string): ParsedGrants {
  const value = parsedJson(text);
  if (!isRecord(value)) return broken("it is no JSON object");
  const { version, grants } = value;
  if (typeof version === "number" && version > formatVersion) {
    return { problem: `it has version ${version}`, isNewer: true };
  }
  if (version !== formatVersion) return broken("it has no version");
  if (!Array.isArray(grants)) return broken("it has no list of grants");
  const index = grants.findIndex((grant) => !isGrant(grant));
  return index === -1 ? { grants } : broken(`grant ${index + 1} is not one`);
}

function broken(problem: string): ParsedGrants {
  return { problem, isNewer: false };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isGrant(value: unknown): value is Grant {
  if (!isRecord(value)) return false;
  return (
    isText(value.id) &&
    isText(value.pattern) &&
    (value.protected === undefined || typeof value.protected === "boolean") &&
    (value.agent === undefined || isText(value.agent)) &&
    (value.scope === "session" || value.scope === "always") &&
    isText(value.origin) &&
    typeof value.grantedAtMs === "number"
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
