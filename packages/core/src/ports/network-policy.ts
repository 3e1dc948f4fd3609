import type { Decision } from "../policy/policy.ts";

/** Decides each host that a running command wants to reach; called by the sandbox's proxy. */
export interface NetworkPolicy {
  decide(request: {
    readonly host: string;
    readonly port: number;
    readonly signal: AbortSignal;
  }): Promise<Decision>;
}
