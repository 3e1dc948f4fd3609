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
  /** Of a server that names none. */
  readonly cwd: string;
  readonly eras: Eras;
}

/**
 * Starts a server and shakes hands with it as of 2025, which nearly all speak. Before that it is asked, without
 * waiting for the answer, whether it speaks 2026: one that does, or that refuses the handshake, is started anew
 * for that, and from then on at once. One that ends over the question isn't asked again.
 *
 * Errors: ConnectFailure, with how the process ended and what it said.
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
      // It may be another version by now.
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

/** It was started, and is gone. */
function hasEnded(thrown: unknown): boolean {
  return thrown instanceof ConnectFailure && thrown.cause instanceof ServerEnded;
}

class ServerEnded extends Error {}

/** `server/discover`, under an id that no client gives. */
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
        // Also when it comes too late for this start.
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
  // The server starts while the library is loaded.
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
  const words = lines.length === 0 ? "" : ` Its last words: ${lines.join(" | ")}`;
  const isTimeout =
    thrown instanceof Error && "code" in thrown && thrown.code === "REQUEST_TIMEOUT";
  const what = isTimeout
    ? `it didn't answer within ${timeoutMs / 1_000} s.`
    : `the handshake failed: ${reasonOf(thrown)}.`;
  return new ConnectFailure("lost", what + words, thrown);
}
