// For hosts: processes and their environment
export { createProcessHost, type ProcessHostOptions } from "./process/process-host.ts";
export { reapLeftovers } from "./guard/leftovers.ts";
export { scrubEnvironment, type Variables } from "./environment/scrub-environment.ts";

// For tools that run commands
export {
  captureOutput,
  type CapturedOutput,
  type CaptureOptions,
  type OutputCapture,
} from "./output/capture-output.ts";
export { createJobTable, type JobTableOptions } from "./jobs/job-table.ts";

// For hosts that use a sandbox
export { createBubblewrap } from "./confinement/bubblewrap/bubblewrap.ts";
export { defaultSandbox } from "./confinement/default-backend.ts";
export { homeToolPaths } from "./confinement/home-tools.ts";
export {
  createSandboxFactory,
  type SandboxFactoryOptions,
} from "./confinement/sandbox-factory.ts";
export { createNoSandbox } from "./confinement/no-sandbox.ts";
export { createSeatbelt } from "./confinement/seatbelt/seatbelt.ts";
export type {
  ConfinableCommand,
  ConfinedCommand,
  SandboxAvailability,
  SandboxBackend,
} from "./confinement/sandbox-backend.ts";
