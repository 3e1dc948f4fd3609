import type { Variables } from "../environment/scrub-environment.ts";
import { createBubblewrap } from "./bubblewrap/bubblewrap.ts";
import { createNoSandbox } from "./no-sandbox.ts";
import type { SandboxBackend } from "./sandbox-backend.ts";
import { createSeatbelt } from "./seatbelt/seatbelt.ts";

/** The sandbox backend of this system: bubblewrap on Linux, seatbelt on macOS, otherwise none. */
export function defaultSandbox(environment: Variables): SandboxBackend {
  switch (process.platform) {
    case "linux":
      return createBubblewrap({ environment });
    case "darwin":
      return createSeatbelt();
    default:
      return createNoSandbox(
        `There is none for ${process.platform} yet. Run it in a virtual machine or under Linux (WSL 2), or switch the sandbox off in the settings.`,
      );
  }
}
