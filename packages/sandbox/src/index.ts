// For hosts: processes and what they inherit
export { createProcessHost, type ProcessHostOptions } from "./process/process-host.ts";
export { scrubEnvironment, type Variables } from "./environment/scrub-environment.ts";

// For tools that run commands
export {
  captureOutput,
  type CapturedOutput,
  type CaptureOptions,
  type OutputCapture,
} from "./output/capture-output.ts";
