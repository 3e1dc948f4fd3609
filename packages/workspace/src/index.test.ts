import { expect, it } from "vitest";
import * as workspace from "./index.ts";
import * as stage from "./stage/index.ts";
import * as state from "./state/index.ts";
import * as undo from "./undo/index.ts";

it("exports exactly the public names", () => {
  expect(Object.keys(workspace).toSorted()).toEqual([
    "JournalError",
    "WorkspaceError",
    "configDirectory",
    "createEnvironment",
    "createGrantStore",
    "createMemoryJournal",
    "createOutputStore",
    "createRedactor",
    "decodeText",
    "encodeText",
    "exportToOpenTelemetry",
    "grantFile",
    "matchLineEndings",
    "openJournal",
    "openWorkspace",
    "stateDirectory",
  ]);
});

it("exports exactly the names for undo separately", () => {
  expect(Object.keys(undo).toSorted()).toEqual([
    "createCheckpoints",
    "createSnapshots",
    "createUndo",
    "recoverUndo",
  ]);
});

it("exports exactly the names for stages separately", () => {
  expect(Object.keys(stage).toSorted()).toEqual([
    "StagedFiles",
    "commitStage",
    "copyRoot",
    "costOfCopy",
    "makeStageDirectory",
    "removeLeftStages",
    "removeTree",
  ]);
});

it("exports exactly the names for state files separately", () => {
  expect(Object.keys(state).toSorted()).toEqual([
    "ProcessLock",
    "readStateFile",
    "replaceStateFile",
  ]);
});
