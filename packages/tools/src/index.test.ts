import { expect, it } from "vitest";
import * as api from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(api).toSorted()).toEqual([
    "builtinTool",
    "builtinToolNames",
    "builtinTools",
    "createPrograms",
    "rankTools",
    "unifiedDiff",
  ]);
});
