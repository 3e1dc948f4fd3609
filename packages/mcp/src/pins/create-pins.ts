import { randomBytes } from "node:crypto";
import { existsSync, renameSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { ProcessLock, readStateFile, replaceStateFile } from "@toolwright/workspace/state";
import type { Pins, PinState, ServerTool } from "../client/server-gate.ts";
import { identityOf } from "../configuration/identity.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { definitionDiff } from "./definition-diff.ts";
import { definitionHash, definitionOf } from "./definition.ts";
import { forgetOldest } from "./forget-oldest.ts";
import { parsePins, type Pin, renderPins, type ServerPins } from "./pin-file.ts";

/**
 * The limit of one definition. A longer one is kept as a hash, which is enough to detect a change.
 */
const maxDefinitionBytes = 64 * 1024;
/** The limit of one server's definitions together. */
const maxServerBytes = 8 * 1024 * 1024;
/** Tools beyond this number need a person's approval from the start. */
const maxTools = 5_000;

export interface PinsOptions {
  readonly stateDirectory: string;
  /** Called with a sentence for pins that cannot be read or written. */
  readonly onNotice?: (notice: string) => void;
}

export interface FilePins extends Pins {
  /** Resolves once everything accepted is written. Never rejects. */
  saved(): Promise<void>;
}

interface OpenServer {
  pins: Map<string, Pin>;
  /** The size of all stored definitions. */
  bytes: number;
  /** Whether new tools need a person's approval as well. */
  isStrict: boolean;
  /** Pins that this process accepted and has not written yet. `isWord`: a person accepted it. */
  readonly unwritten: Map<string, { readonly pin: Pin; readonly isWord: boolean }>;
}

/**
 * Stores accepted definitions in one file for each server, by its command or URL, readable by this user only.
 * Definitions that several processes accept at once are merged; for the same new tool, the first one written
 * counts.
 *
 * A file that cannot be parsed accepts nothing. Otherwise, damaging the file would turn a changed tool into a
 * new one. Every tool of the server then needs approval until a person accepts it.
 */
export function createPins({ stateDirectory, onNotice = () => {} }: PinsOptions): FilePins {
  const directory = join(stateDirectory, "mcp", "pins");
  const lock = new ProcessLock(join(directory, "locks"));
  const servers = new Map<string, OpenServer>();
  let saving = Promise.resolve();
  let isWanted = false;

  const fileOf = (identity: string): string => join(directory, `${identity}.json`);

  const open = (server: ServerConfiguration): OpenServer => {
    const identity = identityOf(server);
    const known = servers.get(identity);
    if (known !== undefined) return known;
    const file = fileOf(identity);
    const read = readPins(file);
    if (read === null) {
      onNotice(
        `The accepted tool definitions of the MCP server '${server.name}' cannot be read (${file}). Each of its tools needs approval until you accept it again.`,
      );
    } else if (read.pins.size > 0) {
      markUsed(file);
    }
    const opened: OpenServer = {
      pins: new Map(read?.pins),
      bytes: sizeOf(read?.pins),
      isStrict: read === null || read.isStrict,
      unwritten: new Map(),
    };
    servers.set(identity, opened);
    return opened;
  };

  const save = (server: ServerConfiguration): void => {
    isWanted = true;
    // One write covers all tools of a list.
    saving = saving.then(async () => {
      if (!isWanted) return;
      isWanted = false;
      for (const [identity, opened] of servers) {
        if (opened.unwritten.size > 0) await write(identity, opened, server.name);
      }
    });
  };

  const write = async (identity: string, opened: OpenServer, name: string): Promise<void> => {
    const file = fileOf(identity);
    try {
      await lock.hold([file], () => {
        if (!existsSync(file)) forgetOldest(directory);
        const merged = merge(file, opened);
        replaceStateFile(file, renderPins(merged, name));
        opened.pins = new Map(merged.pins);
        opened.bytes = sizeOf(merged.pins);
        opened.unwritten.clear();
      });
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      onNotice(
        `The accepted tool definitions of an MCP server cannot be saved (${file}): ${reason}`,
      );
    }
  };

  return {
    check(server, tool) {
      const opened = open(server);
      const hash = definitionHash(tool);
      const pin = opened.pins.get(tool.name);
      if (pin?.hash === hash) return { state: "accepted" };
      if (pin !== undefined) return changedFrom(pin, tool);
      if (opened.isStrict) return lost(tool);
      if (opened.pins.size >= maxTools) return beyond(tool);
      add(opened, tool, { isWord: false });
      save(server);
      return { state: "accepted" };
    },
    accept(server, tool) {
      const opened = open(server);
      add(opened, tool, { isWord: true });
      save(server);
    },
    async saved() {
      await saving;
    },
  };
}

function add(opened: OpenServer, tool: ServerTool, { isWord }: { readonly isWord: boolean }): void {
  const hash = definitionHash(tool);
  const definition = definitionOf(tool);
  const size = sizeOf([[tool.name, { hash, definition }]]);
  const isKept = size <= maxDefinitionBytes && opened.bytes + size <= maxServerBytes;
  if (isKept) opened.bytes += size;
  const pin = isKept ? { hash, definition } : { hash };
  opened.pins.set(tool.name, pin);
  opened.unwritten.set(tool.name, { pin, isWord });
}

function sizeOf(pins: Iterable<readonly [string, Pin]> = []): number {
  let size = 0;
  for (const [, { definition }] of pins) {
    if (definition !== undefined) size += Buffer.byteLength(JSON.stringify(definition));
  }
  return size;
}

/** The file's current pins with those of this process. */
function merge(file: string, { unwritten, isStrict }: OpenServer): ServerPins {
  const read = readPins(file);
  // Kept so that a person can find out what happened.
  if (read === null) renameSync(file, `${file}.unreadable-${randomBytes(4).toString("hex")}`);
  const pins = new Map(read?.pins);
  for (const [name, { pin, isWord }] of unwritten) {
    if (isWord || !pins.has(name)) pins.set(name, pin);
  }
  return { pins, isStrict: isStrict || read === null || read.isStrict };
}

/** Null when the file exists but cannot be parsed; empty when there is no file. */
function readPins(file: string): ServerPins | null {
  let text: string;
  try {
    text = readStateFile(file).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { pins: new Map(), isStrict: false } : null;
  }
  return parsePins(text);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Updates the file's time, so that the servers unused for longest are forgotten first. */
function markUsed(file: string): void {
  try {
    const now = new Date();
    if (now.getTime() - statSync(file).mtimeMs > dayMs) utimesSync(file, now, now);
  } catch {
    // Only the order of forgetting depends on it.
  }
}

function changedFrom({ definition }: Pin, tool: ServerTool): PinState {
  if (definition === undefined) {
    return unknownBefore(
      tool,
      "The accepted definition was too long to store; this is the new one.",
    );
  }
  return { state: "changed", accepted: definition, diff: definitionDiff(definition, tool) };
}

function lost(tool: ServerTool): PinState {
  return unknownBefore(tool, "The accepted definition cannot be read; this is the current one.");
}

function beyond(tool: ServerTool): PinState {
  return unknownBefore(
    tool,
    `The server has more than ${maxTools} tools; nobody has accepted this one.`,
  );
}

/**
 * A changed state whose accepted definition is unknown: nothing of the new one may reach a model.
 */
function unknownBefore(tool: ServerTool, reason: string): PinState {
  const accepted: ServerTool = {
    name: tool.name,
    description: "A person has to accept its definition first.",
    inputSchema: { type: "object" },
  };
  return { state: "changed", accepted, diff: `${reason}\n${definitionDiff(accepted, tool)}` };
}
