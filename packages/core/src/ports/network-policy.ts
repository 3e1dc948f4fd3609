import type { Decision } from "../policy/policy.ts";

/** Decides each host that a running command wants to reach; called by the sandbox's proxy. */
export interface NetworkPolicy {
  /** Another value than before: earlier decisions may no longer hold. */
  readonly revision?: unknown;
  decide(request: {
    readonly host: string;
    readonly port: number;
    readonly signal: AbortSignal;
  }): Promise<Decision>;
}
