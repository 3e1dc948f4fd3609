import { recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { folderTrust } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "@toolwright/runtime/internal";
import { type Check, ok, warn } from "./check.ts";

const accept = phrase("to review and accept them: toolwright policy trust");

/** Checks whether the workspace's own settings may loosen the policy. */
export function examineTrust(places: Places): Check {
  const trust = folderTrust(places.stateDirectory, realRoot(places.workspace));
  switch (trust.state) {
    case "nothing":
      return ok(
        "trust",
        phrase("the workspace has no settings, agents, skills or MCP entries of its own"),
      );
    case "trusted": {
      const since = new Date(trust.sinceMs).toISOString().slice(0, 10);
      return ok(
        "trust",
        phrase("you accepted the workspace's own settings on {date}", { date: since }),
      );
    }
    case "untrusted":
      return ok(
        "trust",
        phrase(
          "the workspace's own settings aren't accepted, so they can only tighten the policy; {remedy}",
          { remedy: accept },
        ),
      );
    case "changed":
      return warn(
        "trust",
        phrase(
          "the workspace's own settings have changed since you accepted them: they can only tighten the policy",
        ),
        accept,
      );
    case "untrustable":
      return warn(
        "trust",
        phrase(
          "the workspace's own settings can't be accepted ({problem}): they can only tighten the policy",
          { problem: recorded(trust.problem) },
        ),
        phrase("use regular files, and fewer of them"),
      );
  }
}
