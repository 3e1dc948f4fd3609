import type { NetworkEffect } from "../effects/kinds/network.ts";
import { isSecretName, isSurelyNoSecret } from "../policy/protection.ts";
import type { NetworkPolicy } from "../ports/network-policy.ts";
import type { SandboxProfile } from "../ports/sandbox-profile.ts";
import { askPolicy, readFilter } from "./ask-policy.ts";
import type { Running } from "./stages.ts";
import { requestEffects } from "./request-effects.ts";

/** The sandbox profile for the call's processes. Null when nothing is confined. */
export async function profileOf(running: Running): Promise<SandboxProfile | null> {
  const { call } = running;
  const { sandboxFactory } = call.session;
  if (sandboxFactory === undefined) return null;
  const mayRead = readFilter(running);
  let seesSecrets = false;
  const profile = await sandboxFactory.profileFor({
    effects: running.effects,
    mayRead: ({ realPath }) => {
      const isReadable = mayRead(realPath);
      if (isReadable && call.session.labels !== undefined) seesSecrets ||= isSecretFile(realPath);
      return isReadable;
    },
    network: hostsOf(running),
  });
  call.commandReach = profile === null ? "open" : seesSecrets ? "secrets" : "confined";
  return profile;
}

/** Whether a file that commands can see holds secrets by its name; a rule of the person then opens it. */
function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !isSurelyNoSecret(name) && isSecretName(name.toLowerCase());
}

/**
 * Decides each host once for the call, and once more when a secret could be carried there. A command that goes on in the
 * background loses the host then: nobody can be asked about a call that is over.
 */
function hostsOf(running: Running): NetworkPolicy {
  const { call } = running;
  const known = new Map<string, Promise<"allow" | "deny">>();
  return {
    get revision() {
      return call.session.labels?.context;
    },
    async decide({ host, port }) {
      const effect = { type: "network", host, port } as const;
      const isLeak = mayLeak(running, effect);
      if (call.isOver && isLeak) return "deny";
      const key = `${host}:${port} ${isLeak}`;
      let decision = known.get(key);
      if (decision === undefined) {
        decision = decideHost(running, effect);
        known.set(key, decision);
      }
      return decision;
    },
  };
}

function mayLeak(running: Running, effect: NetworkEffect): boolean {
  const { proof } = askPolicy(running, [effect]);
  return proof.some(({ decision, labels }) => decision !== "allow" && labels !== undefined);
}

async function decideHost(running: Running, effect: NetworkEffect): Promise<"allow" | "deny"> {
  const where = `${effect.host}:${effect.port ?? ""}`;
  try {
    const summary = `A program started by '${running.call.name}' wants to reach ${where}`;
    const against = await requestEffects(running, [effect], summary);
    return against === null ? "allow" : "deny";
  } catch {
    // The call was cancelled, and its processes are ending.
    return "deny";
  }
}
