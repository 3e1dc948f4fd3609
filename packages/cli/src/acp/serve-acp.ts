import { type Readable, Writable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { MessageTooLargeError, ndJsonStream } from "@agentclientprotocol/sdk";
import { AcpAgent } from "./acp-agent.ts";
import type { ServingOptions } from "./session/open-acp-session.ts";

/** A prompt may have pictures. */
const maxMessageBytes = 48 * 1024 * 1024;

/** How long pending requests are still answered after the input has ended. */
const lingerMs = 450;

export interface AcpServing extends ServingOptions {
  readonly version: string;
  readonly input: Readable;
  /** Carries only the protocol. */
  readonly output: Writable;
}

export interface ServedAcp {
  /** Resolves when the client has gone, to what was wrong with its messages, if anything was. */
  readonly ended: Promise<string | null>;
  /** Ends the connection and all sessions. */
  close(): Promise<void>;
}

/** Serves one client over a pair of streams. */
export function serveAcp({ version, input, output, ...options }: AcpServing): ServedAcp {
  const agent = new AcpAgent(options, version);
  const stream = ndJsonStream(
    Writable.toWeb(output) as WritableStream<Uint8Array>,
    ReadableStream.from(lingering(input, agent)),
    { maxMessageBytes },
  );
  const connection = agent.app.connect(stream);
  const leave = (): void => connection.close();
  for (const event of ["error", "close"]) output.once(event, leave);
  return {
    ended: connection.closed.then(() => {
      const { reason } = connection.signal as { readonly reason: unknown };
      return reason instanceof MessageTooLargeError ? reason.message : null;
    }),
    async close() {
      connection.close();
      await agent.close();
    },
  };
}

/**
 * The input, which ends a moment later than it did: a program may write its requests, close its end and read the
 * answers. The wait is short, because an editor that was killed looks the same.
 */
async function* lingering(input: Readable, agent: AcpAgent): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of input) yield chunk as Uint8Array;
  } catch {
    // A broken pipe is an end.
  }
  // What came last has reached its handler by then.
  await setImmediate();
  const limit = new AbortController();
  await Promise.race([
    agent.idle(),
    setTimeout(lingerMs, undefined, { signal: limit.signal }),
  ]).finally(() => limit.abort());
}
