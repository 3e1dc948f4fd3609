import { expect, it } from "vitest";
import * as api from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(api).toSorted()).toEqual([
    "ConfigurationError",
    "ToolError",
    "createApprovalQueue",
    "createPolicy",
    "createRegistry",
    "createSession",
    "declare",
    "defineTool",
    "deletion",
    "describeEffect",
    "dialects",
    "errorCodes",
    "isPathEffect",
    "modes",
    "read",
    "text",
    "toAiSdkTools",
    "toToolResult",
    "unknown",
    "write",
  ]);
});
