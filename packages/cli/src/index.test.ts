import { describe, expect, it } from "vitest";
import * as library from "./index.ts";

describe("the library", () => {
  it("exports only what an application needs", () => {
    expect(Object.keys(library).toSorted()).toEqual([
      "Agent",
      "ConfigurationError",
      "ModelError",
      "ToolError",
      "addEvent",
      "aiSdkModel",
      "defineTool",
      "deletion",
      "describeEffect",
      "followChanges",
      "noSteps",
      "openToolwright",
      "read",
      "text",
      "toAiSdkTools",
      "toToolResult",
      "unknown",
      "write",
    ]);
  });
});
