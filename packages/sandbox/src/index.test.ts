import { expect, it } from "vitest";
import * as api from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(api).toSorted()).toEqual([
    "captureOutput",
    "createBubblewrap",
    "createJobTable",
    "createNoSandbox",
    "createProcessHost",
    "createSandboxFactory",
    "createSeatbelt",
    "defaultSandbox",
    "homeToolPaths",
    "reapLeftovers",
    "scrubEnvironment",
  ]);
});
