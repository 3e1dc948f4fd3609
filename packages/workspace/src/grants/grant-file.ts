import type { Grant } from "@toolwright/core";
import { grantScopes } from "@toolwright/core/internal";

/** Version 1 had no expiry and no uses, and named the scope `project` "always". */
const formatVersion = 2;

/** The file's text, with the fields in one order so that differences show. */
export function renderGrants(grants: readonly Grant[]): string {
  return `${JSON.stringify({ version: formatVersion, grants }, null, 2)}\n`;
}

export type ParsedGrants =
  | { readonly grants: readonly Grant[] }
  | { readonly problem: string; readonly isNewer: boolean };

/** The parsed file. One grant that isn't fully understood makes the whole file invalid. */
export function parseGrants(text: string): ParsedGrants {
  const value = parsedJson(text);
  if (!isRecord(value)) return broken("it is not a JSON object");
  const { version, grants } = value;
  if (typeof version === "number" && version > formatVersion) {
    return { problem: `it has version ${version}`, isNewer: true };
  }
  if (version !== formatVersion && version !== 1) return broken("it has no version");
  if (!Array.isArray(grants)) return broken("it has no list of grants");
  const read = version === 1 ? grants.map(fromVersion1) : grants;
  const index = read.findIndex((grant) => !isGrant(grant));
  return index === -1 ? { grants: read } : broken(`grant ${index + 1} is invalid`);
}

function fromVersion1(value: unknown): unknown {
  return isRecord(value) && value["scope"] === "always" ? { ...value, scope: "project" } : value;
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
    grantScopes.some((scope) => scope === value.scope) &&
    (value.expiresAtMs === undefined || isCount(value.expiresAtMs)) &&
    (value.usesLeft === undefined || isCount(value.usesLeft)) &&
    (value.delegable === undefined || typeof value.delegable === "boolean") &&
    isText(value.origin) &&
    typeof value.grantedAtMs === "number"
  );
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(Math.floor(value)) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
