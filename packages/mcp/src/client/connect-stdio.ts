import type { Client } from "@modelcontextprotocol/client";
import { type ProcessHost, ToolError } from "@toolwright/core";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import {
  closeQuietly,
  type ConnectContext,
  type Connection,
  describeProcessEnd,
  established,
} from "./connection.ts";
import { eraKey, type Eras } from "./eras.ts";
import { ConnectFailure, isRefusal, reasonOf } from "./failure.ts";
import { newClient, type Negotiation } from "./new-client.ts";
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
 * Starts a server and shakes hands with it: as of 2025 first, which nearly all speak, and as of 2026 with
 * a process of its own when that is refused.
 *
 * Errors: ConnectFailure, with how the process ended and what it said.
 */
export async function connectStdio(
  context: StdioContext,
  configuration: StdioConfiguration,
): Promise<Connection> {
  const key = eraKey(context.server);
  if (context.eras.get(key) === "modern") {
    try {
      return await attempt(context, configuration, "modern");
    } catch (thrown) {
      // It may be another version by now.
      context.eras.set(key, null);
      if (!isRefusal(thrown)) throw thrown;
    }
  }
  try {
    return await attempt(context, configuration, "legacy");
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const connection = await attempt(context, configuration, "modern").catch(() => {
      throw thrown;
    });
    context.eras.set(key, "modern");
    return connection;
  }
}

async function attempt(
  context: StdioContext,
  { command, arguments: words, environment, cwd }: StdioConfiguration,
  negotiation: Negotiation,
): Promise<Connection> {
  const transport = new StdioTransport({
    processes: context.processes,
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
    client = newClient(sdk, context.facts, negotiation);
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
    return new ConnectFailure("lost", describeProcessEnd(transport), thrown);
  const { lines } = transport.lastWords;
  const words = lines.length === 0 ? "" : ` Its last words: ${lines.join(" | ")}`;
  const isTimeout =
    thrown instanceof Error && "code" in thrown && thrown.code === "REQUEST_TIMEOUT";
  const what = isTimeout
    ? `it didn't answer within ${timeoutMs / 1_000} s.`
    : `the handshake failed: ${reasonOf(thrown)}.`;
  return new ConnectFailure("lost", what + words, thrown);
}
