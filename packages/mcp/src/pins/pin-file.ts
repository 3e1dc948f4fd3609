import type { ServerTool } from "../client/server-gate.ts";
import { definitionHash } from "./definition.ts";
import { isRecord } from "../is-record.ts";

const formatVersion = 1;

/** One tool's accepted definition; only its hash when it was too large. */
export interface Pin {
  readonly hash: string;
  readonly definition?: ServerTool;
}

/** The pins of one server, by the server's names for its tools. */
export interface ServerPins {
  readonly pins: ReadonlyMap<string, Pin>;
  /** Earlier pins were lost. A tool without a pin may not be new, so a person has to accept it. */
  readonly isStrict: boolean;
}

/** Null when the text cannot be parsed. */
export function parsePins(text: string): ServerPins | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value["version"] !== formatVersion || !isRecord(value["tools"]))
    return null;
  const pins = new Map<string, Pin>();
  for (const [name, entry] of Object.entries(value["tools"])) {
    const pin = parsePin(name, entry);
    if (pin === null) return null;
    pins.set(name, pin);
  }
  return { pins, isStrict: value["strict"] === true };
}

export function renderPins({ pins, isStrict }: ServerPins, server: string): string {
  const value = {
    version: formatVersion,
    // For a person who opens the file; the program ignores it.
    server,
    ...(isStrict && { strict: true }),
    tools: Object.fromEntries(pins),
  };
  return `${JSON.stringify(value)}\n`;
}

/** A definition counts as accepted only when its hash matches. */
function parsePin(name: string, value: unknown): Pin | null {
  if (!isRecord(value)) return null;
  const { hash, definition } = value;
  if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) return null;
  if (definition === undefined) return { hash };
  if (!isTool(definition) || definition.name !== name) return null;
  return definitionHash(definition) === hash ? { hash, definition } : null;
}

function isTool(value: unknown): value is ServerTool {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["description"] === "string" &&
    isRecord(value["inputSchema"]) &&
    (value["title"] === undefined || typeof value["title"] === "string") &&
    (value["outputSchema"] === undefined || isRecord(value["outputSchema"])) &&
    (value["annotations"] === undefined || isRecord(value["annotations"]))
  );
}
