import { expect, test } from "vitest";
import * as testing from "./index.ts";

test("exports what is promised, and no more", () => {
  expect(Object.keys(testing).toSorted()).toEqual([
    "assertToolContract",
    "checkToolContract",
    "createMemoryOutputStore",
    "createMemoryWorkspace",
    "createScriptedApprover",
    "describeReport",
    "describeWorkspaceContract",
    "putFilesOnDisk",
  ]);
});
