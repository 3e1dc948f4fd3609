import type { Decision, NetworkPolicy } from "@toolwright/core";
import type { SandboxDenial } from "@toolwright/core/ports";

export type HostDecision = { readonly isAllowed: boolean; readonly reason: string };

/**
 * Gets a decision for each host and port once, even for concurrent requests, and remembers refusals.
 * Decides again when the policy says that earlier decisions may no longer hold.
 */
export class HostDecisions {
  readonly #decider: NetworkPolicy;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<HostDecision>>();
  readonly #denied = new Set<string>();
  #revision: unknown;

  constructor(decider: NetworkPolicy, signal: AbortSignal) {
    this.#decider = decider;
    this.#signal = signal;
  }

  decide(host: string, port: number): Promise<HostDecision> {
    const target = targetOf(host, port);
    if (this.#decider.revision !== this.#revision) this.#known.clear();
    this.#revision = this.#decider.revision;
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    const asked = this.#ask(host, port);
    this.#known.set(target, asked);
    return asked;
  }

  /** Records a refusal, also of an allowed name that leads to a forbidden address. */
  deny(host: string, port: number): void {
    this.#denied.add(targetOf(host, port));
  }

  denials(): readonly SandboxDenial[] {
    return Array.from(this.#denied, (target) => ({ kind: "network", target, isCertain: true }));
  }

  async #decision(host: string, port: number): Promise<Decision> {
    try {
      return await this.#decider.decide({ host, port, signal: this.#signal });
    } catch {
      // Without a decision, the host is not allowed.
      return "deny";
    }
  }

  async #ask(host: string, port: number): Promise<HostDecision> {
    const decision = await this.#decision(host, port);
    if (decision === "allow") return { isAllowed: true, reason: "" };
    this.deny(host, port);
    return {
      isAllowed: false,
      reason: `The sandbox does not let this command reach ${targetOf(host, port)}: ${
        decision === "ask" ? "the host is not approved" : "the policy denies it"
      }.`,
    };
  }
}

function targetOf(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
