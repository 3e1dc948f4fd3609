import type { ServerTool } from "../client/server-gate.ts";
import { definitionHash } from "./definition.ts";

const formatVersion = 1;

/** The accepted definition of one tool; only its hash where it was too large to be kept. */
export interface Pin {
  readonly hash: string;
  readonly definition?: ServerTool;
}

/** The pins of one server, by its own names for its tools. */
export interface ServerPins {
  readonly pins: ReadonlyMap<string, Pin>;
  /**
   * Earlier pins were lost: a tool without one isn't new, as far as anybody knows, and has to be
   * accepted by a person.
   */
  readonly isStrict: boolean;
}

/** Null for what can't be understood. */
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
    // For a person who looks into the file; nothing is bound to it.
    server,
    ...(isStrict && { strict: true }),
    tools: Object.fromEntries(pins),
  };
  return `${JSON.stringify(value)}\n`;
}

/** A definition that doesn't have the hash that was accepted isn't what was accepted. */
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
