import { revealedLine } from "@toolwright/core/internal";
import { type Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { StreamTransport } from "./stream-transport.ts";
import type { ToolServer } from "./tool-server.ts";

/** How long pending requests are still answered after the input has ended. */
const lingerMs = 450;

export interface StdioServing {
  readonly input: Readable;
  /** Carries only the protocol. */
  readonly output: Writable;
  readonly onNotice: (notice: string) => void;
}

export interface ServedStdio {
  /** Resolves when the host has gone, or after `close`. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves one host over a pair of streams, in the era of its first message. */
export function serveOverStdio(
  server: ToolServer,
  { input, output, onNotice }: StdioServing,
): ServedStdio {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const transport: Transport = new StreamTransport({
    input,
    output,
    lingerMs,
    ready: server.ready,
  });
  const handle = serveStdio((context) => server.connect(context), {
    transport,
    onerror: (error) => onNotice(`mcp: ${revealedLine(error.message, 400)}`),
  });
  // The SDK's entry has set its handler by now.
  const closeEntry = transport.onclose;
  transport.onclose = () => {
    closeEntry?.();
    end();
  };
  return { ended, close: () => handle.close() };
}

/**
 * Reserves standard output for the protocol and redirects all other output to standard error. Returns the
 * protocol's stream.
 */
export function guardStandardOutput(stdout: Writable, stderr: Writable): Writable {
  const write = stdout.write.bind(stdout);
  const protocol = new Writable({
    decodeStrings: false,
    // Messages are written without backpressure; hosts' requests bound their amount.
    write: (chunk: string | Uint8Array, encoding, done) => {
      write(chunk, encoding, (error) => done(error ?? null));
    },
  });
  stdout.on("error", (error) => protocol.destroy(error));
  stdout.on("close", () => protocol.destroy());
  stdout.write = stderr.write.bind(stderr);
  return protocol;
}
