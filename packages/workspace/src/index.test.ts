import { expect, it } from "vitest";
import * as workspace from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(workspace).toSorted()).toEqual([
    "JournalError",
    "WorkspaceError",
    "configDirectory",
    "createEnvironment",
    "createGrantStore",
    "createMemoryJournal",
    "createRedactor",
    "createSpillStore",
    "createTrustStore",
    "decodeText",
    "defaultRetention",
    "defaultTextFormat",
    "encodeText",
    "exportToOpenTelemetry",
    "folderTrust",
    "grantFile",
    "hasJournal",
    "homeDirectory",
    "journalledWorkspaces",
    "matchLineEndings",
    "oldestFirst",
    "openJournal",
    "openWorkspace",
    "readTrustedContent",
    "stateDirectory",
    "takeContentMemory",
    "toolSpan",
    "userGrantFile",
  ]);
});
