import type { NetworkEffect } from "../effects/kinds/network.ts";
import type { NetworkDecider } from "../ports/network-decider.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import { readFilter } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { widen } from "./widen.ts";

/** The sandbox for what the call starts. Null when nothing is confined. */
export async function profileOf(call: Call): Promise<SandboxProfile | null> {
  const { confinement } = call.session;
  if (confinement === undefined) return null;
  const mayRead = readFilter(call);
  return confinement.profileFor({
    effects: call.effects,
    mayRead: ({ realPath }) => mayRead(realPath),
    network: hostsOf(call),
  });
}

/** Each host is decided once a call, whoever asks for it how often. */
function hostsOf(call: Call): NetworkDecider {
  const known = new Map<string, Promise<"allow" | "deny">>();
  return {
    decide({ host, port }) {
      const key = `${host}:${port}`;
      let decision = known.get(key);
      if (decision === undefined) {
        decision = decideHost(call, { type: "network", host, port });
        known.set(key, decision);
      }
      return decision;
    },
  };
}

async function decideHost(call: Call, effect: NetworkEffect): Promise<"allow" | "deny"> {
  const where = `${effect.host}:${effect.port ?? ""}`;
  try {
    const against = await widen(call, [effect], `What '${call.name}' runs wants to reach ${where}`);
    return against === null ? "allow" : "deny";
  } catch {
    // Cancelled meanwhile: its processes are being ended.
    return "deny";
  }
}
