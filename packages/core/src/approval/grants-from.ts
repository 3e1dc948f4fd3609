import type { Grant } from "./grant.ts";
import type { ApprovalAnswer, ApprovalQuestion } from "./question.ts";

/**
 * The grants from a "session" or "always" answer: one for each pattern of the chosen proposal, for
 * the agent that asked. "Always" grants are for the current project.
 */
export function grantsFrom(
  question: ApprovalQuestion,
  answer: Extract<ApprovalAnswer, { outcome: "session" | "always" }>,
  nowMs: number,
): readonly Grant[] {
  const proposal = question.proposals[answer.proposal ?? 0];
  if (proposal === undefined) return [];
  return proposal.patterns.map((pattern) => ({
    // Short, because a person types it to revoke the grant.
    id: `g-${globalThis.crypto.randomUUID().slice(0, 8)}`,
    pattern,
    ...(proposal.protected === true && { protected: true }),
    agent: question.agent,
    scope: answer.outcome === "always" ? "project" : "session",
    origin: answer.by ?? "somebody",
    grantedAtMs: nowMs,
  }));
}
