import type { Implementation } from "@modelcontextprotocol/client";
import type { ProcessHost, Registry } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { clientFacts, type ServerNews } from "./client-facts.ts";
import { connectHttp, type HttpContext } from "./connect-http.ts";
import { connectStdio } from "./connect-stdio.ts";
import type { Connection } from "./connection.ts";
import type { Eras } from "./eras.ts";
import { reasonOf } from "./failure.ts";
import type { HubLimits } from "./hub-limits.ts";
import type { Sample } from "./running-call.ts";
import type { ServerGate } from "./server-gate.ts";
import type { Timers } from "./timers.ts";

/** Shared by all servers of a hub. */
export interface HubParts {
  readonly processes: ProcessHost;
  readonly registry: Registry;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly gate: ServerGate;
  readonly authorizationFor:
    | ((server: ServerConfiguration) => MaybePromise<HttpContext["authorization"]>)
    | undefined;
  readonly sample: Sample | undefined;
  readonly notify: (server: string, level: "debug" | "warning", message: string) => void;
  readonly onChange: () => void;
  readonly timers: Timers;
  readonly limits: HubLimits;
  readonly eras: Eras;
  readonly client: Implementation;
}

export interface OpenConnectionOptions {
  readonly server: ServerConfiguration;
  readonly parts: HubParts;
  readonly signal: AbortSignal;
  /** The server's requests and notifications that belong to its calls and tools. */
  readonly news: Pick<ServerNews, "roots" | "answer" | "onToolsChanged" | "onLog">;
}

/** Connects to a server over the transport of its configuration. Errors: ConnectFailure. */
export async function openConnection({
  server,
  parts,
  signal,
  news,
}: OpenConnectionOptions): Promise<Connection> {
  const { processes, cwd, eras, limits, authorizationFor } = parts;
  const { client, sample, onChange, notify } = parts;
  const context = {
    server,
    facts: clientFacts({
      ...news,
      info: client,
      samples: sample !== undefined,
      onChange,
      onMessage: (message) => notify(server.name, "debug", message),
    }),
    timeoutMs: limits.startMs,
    signal,
    eras,
  };
  if (server.transport.type === "stdio") {
    return connectStdio({ ...context, processes, cwd }, server.transport);
  }
  const authorization = await authorizationFor?.(server);
  return connectHttp({ ...context, authorization }, server.transport);
}

/** From 2026 on, a server reports changes only to clients that listen. Listens while `isCurrent`. */
export function listenForToolChanges(
  connection: Connection,
  server: string,
  { timers, limits, notify }: HubParts,
  isCurrent: () => boolean,
): void {
  if (connection.era !== "modern") return;
  const { client } = connection;
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  const listen = (): void => {
    client.listen({ toolsListChanged: true }).then(
      ({ closed }) => void closed.then(again),
      (thrown: unknown) => notify(server, "debug", reasonOf(thrown)),
    );
  };
  const again = (): void => {
    if (!isCurrent()) return;
    timers.after(limits.restarts.firstMs, () => {
      if (isCurrent()) listen();
    });
  };
  listen();
}
