import { expect, it } from "vitest";
import * as workspace from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(workspace).toSorted()).toEqual([
    "WorkspaceError",
    "configDirectory",
    "createEnvironment",
    "createGrantStore",
    "createRedactor",
    "createTrustStore",
    "decodeText",
    "defaultTextFormat",
    "encodeText",
    "folderTrust",
    "grantFile",
    "homeDirectory",
    "matchLineEndings",
    "openWorkspace",
    "readTrustedContent",
    "stateDirectory",
    "takeContentMemory",
    "userGrantFile",
  ]);
});
