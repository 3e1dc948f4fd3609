import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentFacts,
  createApprovalQueue,
  createSession,
  type Outcome,
  type Registry,
  type Skills,
  type Workspace,
} from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import { putFilesOnDisk } from "../fixture-files.ts";
import { createContractApprover, createContractPolicy } from "./contract-policy.ts";
import { compareSnapshots, type DirectorySnapshot, takeSnapshot } from "./directory-snapshot.ts";
import { withKnownFiles } from "./known-files.ts";
import type { ObservedToolConfig, RunReport, RunRequest } from "./messages.ts";
import { asInfrastructure, noProgramText, type ObservationOptions } from "./observation.ts";
import type { ToolObserver } from "./observed-tool.ts";
import type { OpenContractWorld } from "./options.ts";
import { reportChanges, reportLateChanges } from "./report-changes.ts";
import { StepCounter } from "./step-counter.ts";
import { noChangeText } from "./watch-file-system.ts";
import { watchEnvironment, watchJobs, watchProcessHost } from "./watch-processes.ts";
import { watchWorkspace } from "./watch-workspace.ts";

/** Shared by all calls of one observed process. */
export interface ObservedProcess {
  readonly config: ObservedToolConfig;
  readonly toolName: string;
  /** Who may call the tool. */
  readonly agent: AgentFacts;
  readonly registry: Registry;
  readonly observer: ToolObserver;
  readonly openWorld: OpenContractWorld;
}

/** The directories that are compared before and after a call. */
const comparedFolders = ["workspace", "outside", "home"];
const allFolders = [...comparedFolders, "tmp", "state"];

/** Makes one call in a fresh directory and a session of its own, and records its actions. */
export async function runObserved(
  { config, toolName, agent, registry, observer, openWorld }: ObservedProcess,
  request: RunRequest,
): Promise<RunReport> {
  const { base } = config;
  const directory = join(base, "workspace");
  setUp(config);
  const world = await openWorld(directory);
  const options = await observationOptions(config, world.workspace, request);
  const policyOptions = { base, isTrusted: request.isTrusted, isUnreadable: options.isUnreadable };
  const compared = comparedFolders.map((folder) => join(base, folder));
  const look = (): DirectorySnapshot => takeSnapshot(compared);
  const { workspace: known, ready } = withKnownFiles(
    world.workspace,
    request.knowsFiles ? config.files : {},
  );
  const workspace = watchWorkspace(known);
  observer.begin({ workspace, options: options, takeSnapshot: look });
  const approvals = createApprovalQueue();
  approvals.attach(createContractApprover(policyOptions));
  const session = await createSession({
    registry,
    workspace,
    agent,
    approvals,
    policy: createContractPolicy(policyOptions),
    ...(world.web !== undefined && { web: world.web }),
    ...(world.webSearch !== undefined && { webSearch: world.webSearch }),
    ...(world.jobs !== undefined && { jobs: watchJobs(world.jobs) }),
    ...(world.skills !== undefined && { skills: watchSkills(world.skills) }),
    ...(world.programs !== undefined && { programs: world.programs }),
    ...(world.memory !== undefined && { memory: world.memory }),
    ...(world.languageServers !== undefined && { languageServers: world.languageServers }),
    ...(world.agents !== undefined && { agents: world.agents }),
    ...(world.processes !== undefined && { processes: watchProcessHost(world.processes) }),
    ...(world.environment !== undefined && { environment: watchEnvironment(world.environment) }),
  });
  await ready();

  const before = look();
  const steps = new StepCounter(request.cancelAtStep);
  const invocation = session.call({ name: toolName, input: request.input });
  const outcome = await steps.follow(invocation);
  const after = look();
  for (const observation of observer.observations) observation.isOver = true;
  // Leftovers of a cancelled call are compared with the complete call's.
  const changes = steps.cancelledAtMs === null ? compareSnapshots(before, after) : [];
  reportChanges(observer.observations, changes);
  await untilQuiet();
  reportLateChanges(observer.observations, compareSnapshots(after, look()));
  await session.close();
  await world.close?.();
  return {
    outcome: nameOf(outcome),
    violations: [
      ...observer.observations.flatMap(({ violations }) => violations),
      ...unexpectedErrors(outcome, observer),
    ],
    steps: steps.count,
    endedAfterCancelMs: steps.endedAfterCancelMs,
    before,
    after,
  };
}

function setUp({ base, files }: ObservedToolConfig): void {
  for (const folder of allFolders) {
    rmSync(join(base, folder), { recursive: true, force: true });
    mkdirSync(join(base, folder));
  }
  putFilesOnDisk(join(base, "workspace"), files);
}

async function observationOptions(
  config: ObservedToolConfig,
  workspace: Workspace,
  { isTrusted }: RunRequest,
): Promise<ObservationOptions> {
  const unreadable = new Set<string>();
  for (const path of config.unreadable) unreadable.add((await workspace.resolve(path)).realPath);
  return {
    isTrusted,
    roots: workspace.roots,
    helpers: config.helpers,
    isUnreadable: (path) => unreadable.has(path),
    isWatched: (path) => isAtOrBelow(path, config.base),
  };
}

/** Lets pending asynchronous work continue for a few turns. */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** An `internal` error is a fault of the tool, unless a known violation explains it. */
function unexpectedErrors(
  { error, effects }: Outcome,
  observer: ToolObserver,
): RunReport["violations"] {
  if (error?.code !== "internal") return [];
  const { message } = error;
  const explained = new Set(["claim-exceeded", "result-invalid"]);
  const isKnown =
    message.includes(noChangeText) ||
    message.includes(noProgramText) ||
    observer.observations.some(({ violations }) =>
      violations.some(({ kind }) => explained.has(kind)),
    );
  if (isKnown) return [];
  return [{ kind: "unexpected-error", message, stage: null, declared: effects, at: null }];
}

function nameOf({ status, error }: Outcome): string {
  return error === null || status === "cancelled" ? status : `${status} ${error.code}`;
}

/** The port looks at folders itself; a tool that opens what it finds is observed. */
function watchSkills(skills: Skills): Skills {
  return {
    list: () => asInfrastructure(() => skills.list()),
    describe: () => asInfrastructure(() => skills.describe()),
  };
}
