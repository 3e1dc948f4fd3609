import type { Effect } from "../../effects/effect.ts";
import type { Stage } from "../../ports/stages.ts";
import type { SessionOptions } from "../../session/session.ts";
import type { CallHost } from "../call-host.ts";

/** The stage that a call and the calls it makes work in. */
export interface CallStage {
  readonly stage: Stage;
  /** The effects that these calls declared. */
  readonly declared: Effect[];
}

/** A session as the calls in a stage see it: their files and commands are the stage's. */
export function hostInStage(host: CallHost, inStage: CallStage): CallHost {
  const { workspace, processes, jobs, sandboxFactory, snapshots } = inStage.stage.ports;
  const own: Partial<CallHost> = {
    workspace,
    // It knows the versions that the session has read, and remembers the new ones for it.
    workspaceSession: workspace.openSession(host.id, host.workspaceSession),
    processes,
    jobs,
    sandboxFactory,
    snapshots,
    // They only see the workspace itself.
    languageServers: undefined,
    stage: inStage,
  };
  return new Proxy(host, {
    get(target, name) {
      if (name in own) return own[name as keyof CallHost];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The same for the options of a session that a call opens in its stage. */
export function optionsInStage(options: SessionOptions, stage: Stage): SessionOptions {
  const {
    processes: _processes,
    jobs: _jobs,
    sandboxFactory: _sandboxFactory,
    snapshots: _snapshots,
    languageServers: _languageServers,
    ...shared
  } = options;
  return { ...shared, ...stage.ports };
}
