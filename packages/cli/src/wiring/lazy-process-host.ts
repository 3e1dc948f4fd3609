import { type ProcessHost, ToolError } from "@toolwright/core";
import type { EnvironmentVariables } from "../surroundings.ts";

/** A host for processes that is loaded with the first one: most calls start none. */
export function lazyProcessHost(environment: EnvironmentVariables): ProcessHost {
  let opened: Promise<ProcessHost> | undefined;
  let isClosed = false;
  return {
    async start(request) {
      if (isClosed) throw new ToolError("cancelled", "The session is closed: nothing is started.");
      opened ??= open(environment);
      return (await opened).start(request);
    },
    async close() {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}

async function open(environment: EnvironmentVariables): Promise<ProcessHost> {
  const { createProcessHost } = await import("@toolwright/sandbox");
  // Less than a call has to end by itself: it then still tells what the command had written.
  return createProcessHost({ environment, killGraceMs: 1_500 });
}
