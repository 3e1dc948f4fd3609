import type { Client, JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { type ProcessHost, ToolError } from "@toolwright/core";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import {
  type ClientFacts,
  closeQuietly,
  type ConnectContext,
  type Connection,
  describeProcessEnd,
  established,
} from "./connection.ts";
import { eraKey, type Eras } from "./eras.ts";
import { ConnectFailure, isRefusal, reasonOf } from "./failure.ts";
import { modernVersion, newClient, type Negotiation } from "./new-client.ts";
import { loadSdk } from "./sdk.ts";
import { StdioTransport } from "./stdio-transport.ts";

type StdioConfiguration = Extract<ServerConfiguration["transport"], { readonly type: "stdio" }>;

export interface StdioContext extends ConnectContext {
  readonly processes: ProcessHost;
  /** The working directory of a server that names none. */
  readonly cwd: string;
  readonly eras: Eras;
}

/**
 * Starts a server and performs the handshake of 2025, which nearly all servers speak. First it sends a
 * `server/discover` of 2026 without waiting for the answer. A server that supports 2026, or that refuses the
 * handshake, is restarted in that era; later starts use it at once. A server that exits because of the probe
 * is not probed again.
 *
 * Errors: ConnectFailure, with how the process ended and its last output.
 */
export async function connectStdio(
  context: StdioContext,
  configuration: StdioConfiguration,
): Promise<Connection> {
  const { eras } = context;
  const key = eraKey(context.server);
  if (eras.get(key) === "modern") {
    try {
      return await attempt(context, configuration, "modern");
    } catch (thrown) {
      // The server may be another version by now.
      eras.set(key, null);
      if (!isRefusal(thrown)) throw thrown;
    }
  }
  if (eras.get(key) === "legacy") return attempt(context, configuration, "legacy");
  try {
    const connection = await attempt(context, configuration, "asking");
    if (eras.get(key) !== "modern") return connection;
    await connection.close();
  } catch (thrown) {
    if (hasEnded(thrown)) {
      const connection = await attempt(context, configuration, "legacy");
      eras.set(key, "legacy");
      return connection;
    }
    if (!isRefusal(thrown)) throw thrown;
    const connection = await attempt(context, configuration, "modern").catch(() => {
      throw thrown;
    });
    eras.set(key, "modern");
    return connection;
  }
  return attempt(context, configuration, "modern").catch(() => {
    eras.set(key, "legacy");
    return attempt(context, configuration, "legacy");
  });
}

/** Whether the process was started and has ended. */
function hasEnded(thrown: unknown): boolean {
  return thrown instanceof ConnectFailure && thrown.cause instanceof ServerEnded;
}

class ServerEnded extends Error {}

/** `server/discover`, under an id that no client uses. */
function eraQuestion({ info, capabilities }: ClientFacts): JSONRPCRequest {
  const prefix = "io.modelcontextprotocol";
  return {
    jsonrpc: "2.0",
    id: "toolwright-era",
    method: "server/discover",
    params: {
      _meta: {
        [`${prefix}/protocolVersion`]: modernVersion,
        [`${prefix}/clientInfo`]: info,
        [`${prefix}/clientCapabilities`]: capabilities,
      },
    },
  };
}

function speaksModern(answer: JSONRPCMessage): boolean {
  const result = "result" in answer ? answer.result : {};
  const { supportedVersions } = result as Readonly<Record<string, unknown>>;
  return Array.isArray(supportedVersions) && supportedVersions.includes(modernVersion);
}

async function attempt(
  context: StdioContext,
  { command, arguments: words, environment, cwd }: StdioConfiguration,
  how: Negotiation | "asking",
): Promise<Connection> {
  const { eras } = context;
  const transport = new StdioTransport({
    processes: context.processes,
    ...(how === "asking" && {
      opening: {
        request: eraQuestion(context.facts),
        // A late answer counts for the next start.
        onAnswer: (answer) => {
          if (speaksModern(answer)) eras.set(eraKey(context.server), "modern");
        },
      },
    }),
    request: {
      program: command,
      arguments: words,
      cwd: cwd ?? context.cwd,
      environment,
    },
  });
  // The process starts while the library is loading.
  transport.launch();
  let client: Client | undefined;
  try {
    const sdk = await loadSdk();
    client = newClient(sdk, context.facts, how === "modern" ? "modern" : "legacy");
    const { timeoutMs, signal } = context;
    await client.connect(transport, { timeout: timeoutMs, signal });
    return established(client, transport, { describeEnd: () => describeProcessEnd(transport) });
  } catch (thrown) {
    const failure = failureOf(thrown, transport, context.timeoutMs);
    await closeQuietly(transport);
    throw failure;
  }
}

function failureOf(thrown: unknown, transport: StdioTransport, timeoutMs: number): unknown {
  if (ToolError.isInstance(thrown)) {
    const isFinal = thrown.code !== "command-failed" && thrown.code !== "cancelled";
    return new ConnectFailure(isFinal ? "unusable" : "lost", thrown.message, thrown);
  }
  if (isRefusal(thrown)) return thrown;
  if (transport.end !== null)
    return new ConnectFailure(
      "lost",
      describeProcessEnd(transport),
      new ServerEnded(reasonOf(thrown), { cause: thrown }),
    );
  const { lines } = transport.lastWords;
  const words = lines.length === 0 ? "" : ` Its last output: ${lines.join(" | ")}`;
  const isTimeout =
    thrown instanceof Error && "code" in thrown && thrown.code === "REQUEST_TIMEOUT";
  const what = isTimeout
    ? `it did not answer within ${timeoutMs / 1_000} s.`
    : `the handshake failed: ${reasonOf(thrown)}.`;
  return new ConnectFailure("lost", what + words, thrown);
}
