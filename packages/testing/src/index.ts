// For tests of hosts and tools
export {
  type ApprovalScript,
  createScriptedApprover,
  type ScriptedAnswer,
  type ScriptedApprover,
} from "./scripted-approver.ts";
export {
  createMemoryWorkspace,
  type MemoryWorkspace,
  type MemoryWorkspaceOptions,
} from "./memory-workspace/memory-workspace.ts";
export { createMemoryOutputStore, type MemoryOutputStore } from "./memory-output-store.ts";

// For authors of tools
export { assertToolContract, describeReport } from "./tool-contract/assert-tool-contract.ts";
export { checkToolContract } from "./tool-contract/check-tool-contract.ts";
export type {
  ContractWorld,
  OpenContractWorld,
  ToolContractOptions,
} from "./tool-contract/options.ts";
export type {
  ContractReport,
  ContractViolation,
  ToolStage,
  ViolationKind,
} from "./tool-contract/report.ts";

// For implementers of workspaces
export { describeWorkspaceContract } from "./workspace-contract/describe-workspace-contract.ts";
export type {
  ContractTestFunctions,
  WorkspaceContractFixture,
} from "./workspace-contract/workspace-fixture.ts";
export { type FixtureEntry, type FixtureFiles, putFilesOnDisk } from "./fixture-files.ts";
