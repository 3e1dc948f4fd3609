import type {
  Client,
  ClientCapabilities,
  Implementation,
  Transport,
} from "@modelcontextprotocol/client";
import type { LogLevel } from "@toolwright/core/internal";
import { isAtLeast } from "../log-level.ts";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { isRefusal, type Loss } from "./failure.ts";
import type { StdioTransport } from "./stdio-transport.ts";

/** A server that answers. */
export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly protocolVersion: string;
  /** `legacy`: revisions up to 2025-11-25; `modern`: 2026-07-28 on. */
  readonly era: "legacy" | "modern";
  readonly serverInfo: Implementation | null;
  readonly instructions: string | null;
  /** Settles once it is gone without having been closed. */
  readonly lost: Promise<Loss>;
  readonly isLost: boolean;
  /**
   * Asks a server of the older era for log messages from this level on, if a call before wanted only graver
   * ones. Never rejects.
   */
  logFrom(level: LogLevel | undefined): Promise<void>;
  /** Something failed that may mean it is gone: looks, and settles `lost` when it is. */
  suspect(): void;
  /** Settles when no such look is going on. */
  readonly looked: Promise<void>;
  close(): Promise<void>;
}

/** What a client says of itself and can be asked. */
export interface ClientFacts {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  /** Sets its handlers on a client that isn't connected yet. */
  readonly prepare: (client: Client) => void;
}

export interface ConnectContext {
  readonly server: ServerConfiguration;
  readonly facts: ClientFacts;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How long a server that may be gone has to say that it isn't. */
const suspectMs = 5_000;

export interface EndOptions {
  /** Why it is gone, when it is. */
  readonly describeEnd: () => string;
  /** What is said before it is closed. Must not reject. */
  readonly beforeClose?: () => Promise<void>;
}

/** A client that was connected, and what becomes of it. */
export function established(
  client: Client,
  transport: Transport,
  { describeEnd, beforeClose }: EndOptions,
): Connection {
  const lost = Promise.withResolvers<Loss>();
  let isOver = false;
  let isLost = false;
  let looking: Promise<void> | null = null;
  const lose = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    isLost = true;
    lost.resolve({ kind: "lost", reason });
    // What still waits for an answer is told.
    void client.close().catch(() => undefined);
  };
  client.onclose = () => lose(describeEnd());
  const era = client.getProtocolEra() ?? "legacy";
  const look = async (): Promise<void> => {
    try {
      const options = { timeout: suspectMs };
      await (era === "modern" ? client.discover(options) : client.ping(options));
    } catch (thrown) {
      // An answer that says no is an answer.
      if (isRefusal(thrown)) return;
      lose(describeEnd());
    } finally {
      looking = null;
    }
  };
  let loggedFrom: LogLevel | undefined;
  return {
    client,
    transport,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? "unknown",
    era,
    serverInfo: client.getServerVersion() ?? null,
    instructions: client.getInstructions() ?? null,
    lost: lost.promise,
    get isLost() {
      return isLost;
    },
    get looked() {
      return looking ?? Promise.resolve();
    },
    async logFrom(level) {
      const logs = era === "legacy" && client.getServerCapabilities()?.logging !== undefined;
      if (!logs || level === undefined || isAtLeast(level, loggedFrom)) return;
      loggedFrom = level;
      // One that refuses it logs as it likes.
      await client.setLoggingLevel(level, { timeout: suspectMs }).catch(() => undefined);
    },
    suspect() {
      if (!isOver) looking ??= look();
    },
    async close() {
      isOver = true;
      await beforeClose?.();
      await client.close();
      await transport.close();
    },
  };
}

/** For people: how a process ended, and what it said last. */
export function describeProcessEnd({ end, lastWords }: StdioTransport): string {
  const how =
    end === null
      ? "it closed its output"
      : end.signal !== null
        ? `it was ended by ${end.signal}`
        : `it ended with exit status ${end.exitCode ?? "unknown"}`;
  const { lines } = lastWords;
  return lines.length === 0 ? how : `${how}. Its last words: ${lines.join(" | ")}`;
}

export async function closeQuietly(transport: Transport): Promise<void> {
  // A transport that can't be closed has nothing left to close.
  await transport.close().catch(() => undefined);
}
