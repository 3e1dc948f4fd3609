import { expect, it } from "vitest";
import * as workspace from "./index.ts";

it("exports what is promised, and no more", () => {
  expect(Object.keys(workspace).toSorted()).toEqual([
    "JournalError",
    "WorkspaceError",
    "configDirectory",
    "createCheckpoints",
    "createEnvironment",
    "createGrantStore",
    "createMemoryJournal",
    "createSnapshots",
    "createTrustStore",
    "createUndo",
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
    "recoverUndo",
    "stateDirectory",
    "stateLook",
    "takeContentMemory",
    "toolSpan",
    "userGrantFile",
  ]);
});
