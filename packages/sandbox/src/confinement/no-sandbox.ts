import { ToolError } from "@toolwright/core";
import type { SandboxBackend } from "./sandbox-backend.ts";

/** The backend where no sandbox is available: it gives the reason and runs nothing. */
export function createNoSandbox(reason: string): SandboxBackend {
  return {
    name: "none",
    available: () => Promise.resolve({ ok: false, reason }),
    wrap: () => Promise.reject(unconfined(reason)),
  };
}

/** The error when a command requires a sandbox and none is available. */
export function unconfined(reason: string): ToolError {
  return new ToolError(
    "command-failed",
    `Nothing was run: the command requires a sandbox, and none works here. ${reason}`,
    { details: { sandbox: "unavailable", reason } },
  );
}
