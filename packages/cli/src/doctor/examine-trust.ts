import { folderTrust } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "@toolwright/runtime/internal";
import { type Check, ok, warn } from "./check.ts";

const accept = "look at it and accept it with: toolwright policy trust";

/** Whether what the workspace brings to configure us may loosen anything. */
export function examineTrust(places: Places): Check {
  const trust = folderTrust(places.stateDirectory, realRoot(places.workspace));
  switch (trust.state) {
    case "nothing":
      return ok("trust", "the workspace has no settings, agents, skills or MCP entries of its own");
    case "trusted": {
      const since = new Date(trust.sinceMs).toISOString().slice(0, 10);
      return ok("trust", `the workspace's own settings were accepted on ${since}`);
    }
    case "untrusted":
      return ok(
        "trust",
        `nobody accepted the workspace's own settings, so they only tighten; ${accept}`,
      );
    case "changed":
      return warn(
        "trust",
        "the workspace's own settings were changed since they were accepted: they only tighten",
        accept,
      );
    case "untrustable":
      return warn(
        "trust",
        `the workspace's own settings can't be accepted (${trust.problem}): they only tighten`,
        "put regular files there, and fewer of them",
      );
  }
}
