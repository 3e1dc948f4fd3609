import type { NetworkEffect } from "../effects/kinds/network.ts";
import type { NetworkPolicy } from "../ports/network-policy.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import { readFilter } from "./ask-policy.ts";
import type { Running } from "./stages.ts";
import { requestEffects } from "./request-effects.ts";

/** The sandbox for what the call starts. Null when nothing is confined. */
export async function profileOf(running: Running): Promise<SandboxProfile | null> {
  const { sandboxFactory } = running.call.session;
  if (sandboxFactory === undefined) return null;
  const mayRead = readFilter(running);
  return sandboxFactory.profileFor({
    effects: running.effects,
    mayRead: ({ realPath }) => mayRead(realPath),
    network: hostsOf(running),
  });
}

/** Each host is decided once a call, whoever asks for it how often. */
function hostsOf(running: Running): NetworkPolicy {
  const known = new Map<string, Promise<"allow" | "deny">>();
  return {
    decide({ host, port }) {
      const key = `${host}:${port}`;
      let decision = known.get(key);
      if (decision === undefined) {
        decision = decideHost(running, { type: "network", host, port });
        known.set(key, decision);
      }
      return decision;
    },
  };
}

async function decideHost(running: Running, effect: NetworkEffect): Promise<"allow" | "deny"> {
  const where = `${effect.host}:${effect.port ?? ""}`;
  try {
    const summary = `What '${running.call.name}' runs wants to reach ${where}`;
    const against = await requestEffects(running, [effect], summary);
    return against === null ? "allow" : "deny";
  } catch {
    // Cancelled meanwhile: its processes are being ended.
    return "deny";
  }
}
