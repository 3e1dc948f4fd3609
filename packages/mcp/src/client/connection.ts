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

/** An established connection to a server. */
export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly protocolVersion: string;
  /** `legacy`: revisions up to 2025-11-25. `modern`: 2026-07-28 and later. */
  readonly era: "legacy" | "modern";
  readonly serverInfo: Implementation | null;
  readonly instructions: string | null;
  /** Resolves when the server is gone without having been closed. */
  readonly lost: Promise<Loss>;
  readonly isLost: boolean;
  /**
   * Requests log messages from this level on from an older server, unless an earlier call requested them.
   * Never rejects.
   */
  logFrom(level: LogLevel | undefined): Promise<void>;
  /** Checks whether the server is gone after a failure, and resolves `lost` if so. */
  suspect(): void;
  /** Settles when no check is running. */
  readonly looked: Promise<void>;
  close(): Promise<void>;
}

/** The client's identity, capabilities and handlers. */
export interface ClientFacts {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  /** Sets the handlers on a client before it connects. */
  readonly prepare: (client: Client) => void;
}

export interface ConnectContext {
  readonly server: ServerConfiguration;
  readonly facts: ClientFacts;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How long a server has to answer the check. */
const suspectMs = 5_000;

export interface EndOptions {
  /** Why the connection ended. */
  readonly describeEnd: () => string;
  /** Runs before the client is closed. Must not reject. */
  readonly beforeClose?: () => Promise<void>;
}

/** A Connection from a connected client. */
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
    // Rejects the requests that still wait for an answer.
    void client.close().catch(() => undefined);
  };
  client.onclose = () => lose(describeEnd());
  const era = client.getProtocolEra() ?? "legacy";
  const look = async (): Promise<void> => {
    try {
      const options = { timeout: suspectMs };
      await (era === "modern" ? client.discover(options) : client.ping(options));
    } catch (thrown) {
      // An error response also proves that the server is alive.
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
      // A server that refuses keeps its own level.
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

/** How a process ended and its last output, for people. */
export function describeProcessEnd({ end, lastWords }: StdioTransport): string {
  const how =
    end === null
      ? "it closed its output"
      : end.signal !== null
        ? `it was ended by ${end.signal}`
        : `it ended with exit status ${end.exitCode ?? "unknown"}`;
  const { lines } = lastWords;
  return lines.length === 0 ? how : `${how}. Its last output: ${lines.join(" | ")}`;
}

export async function closeQuietly(transport: Transport): Promise<void> {
  // A transport that fails to close holds nothing that needs closing.
  await transport.close().catch(() => undefined);
}
