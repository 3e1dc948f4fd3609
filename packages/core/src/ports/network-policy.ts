import type { Decision } from "../policy/policy.ts";

/** Asked by a proxy for each host that a running command wants to reach. */
export interface NetworkPolicy {
  decide(request: {
    readonly host: string;
    readonly port: number;
    readonly signal: AbortSignal;
  }): Promise<Decision>;
}
