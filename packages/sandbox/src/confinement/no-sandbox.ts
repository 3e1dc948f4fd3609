import { ToolError } from "@toolwright/core";
import type { SandboxBackend } from "./sandbox-backend.ts";

/** Where there is no way to confine: says why, and runs nothing. */
export function createNoSandbox(reason: string): SandboxBackend {
  return {
    name: "none",
    available: () => Promise.resolve({ ok: false, reason }),
    wrap: () => Promise.reject(unconfined(reason)),
  };
}

/** Told in place of running something unconfined that was to be confined. */
export function unconfined(reason: string): ToolError {
  return new ToolError(
    "command-failed",
    `Nothing was run: the command was to be sandboxed, and no sandbox works here. ${reason}`,
    { details: { sandbox: "unavailable", reason } },
  );
}
