import { describeEffect, type PolicyDecision, type Policy, type ProofStep } from "@toolwright/core";
import type { JournalEntry } from "@toolwright/workspace";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { withJournal } from "./journal-controller.ts";
import { policyController } from "./policy-controller.ts";
import { timeOf } from "./journal-lines.ts";

interface Simulated {
  readonly entry: JournalEntry;
  readonly before: PolicyDecision;
  readonly after: PolicyDecision;
}

/** `toolwright policy simulate`: decides the journal's calls by the current settings. */
export const policySimulate: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw usageError(`policy simulate takes no arguments, but got '${extra}'.`);
  }
  const controller = await policyController(parsed, program);
  const policy = controller.policyOf(controller.settings.files);
  const [session, limit] = [parsed.value("session"), parsed.value("limit")];
  const count = limit === undefined ? 50 : wholeNumber("--limit", limit);
  return withJournal(parsed, program, async ({ journal, root }) => {
    const entries = await journal.entries({
      limit: count,
      ...(session !== undefined && { sessionId: session }),
    });
    const all = entries.flatMap((entry) => simulated(entry, policy));
    const changed = all.filter(({ before, after }) => before.decision !== after.decision);
    const { stdout, environment } = program;
    const rows = [
      line(
        `${all.length} calls decided again in mode '${policy.mode}': ${changed.length} would be decided differently.`,
      ),
      ...changed.flatMap((each) => changedLines(each, [root])),
    ];
    await textOutput(stdout).write(
      parsed.has("json")
        ? `${JSON.stringify({ mode: policy.mode, calls: all.length, changed: changed.map(jsonOf) })}\n`
        : linesText(rows, lookFor(stdout, environment)),
    );
    return 0;
  });
};

/** Decides a call again; none for a call without a decision, such as one with invalid input. */
function simulated(entry: JournalEntry, policy: Policy): readonly Simulated[] {
  const { kind, effects, decision: before, tool, agent } = entry;
  if (kind !== "call" || before === null) return [];
  return [{ entry, before, after: policy.decide({ effects, tool, agent }) }];
}

function jsonOf({ entry, before, after }: Simulated): object {
  return {
    entry: entry.id,
    sessionId: entry.sessionId,
    callId: entry.callId,
    tool: entry.tool,
    before: before.decision,
    after: after.decision,
    mode: before.mode,
    proof: after.proof,
  };
}

function changedLines(
  { entry, before, after }: Simulated,
  roots: readonly string[],
): readonly Line[] {
  return [
    emptyLine,
    line(
      span(`${entry.id}  ${entry.tool}`, "strong"),
      `  ${before.decision} -> `,
      span(after.decision, styles[after.decision]),
      span(`  ${timeOf(entry.startedAtMs)} UTC, then in mode '${before.mode}'`, "dim"),
    ),
    ...differing(before, after).map((step) =>
      line(
        `  ${step.decision.padEnd(5)} ${describeEffect(step.effect, roots)}`,
        span(`  because of: ${step.rule}${step.source === null ? "" : ` (${step.source})`}`, "dim"),
      ),
    ),
  ];
}

const styles = { allow: "good", ask: "warning", deny: "bad" } as const;

function differing(before: PolicyDecision, after: PolicyDecision): readonly ProofStep[] {
  return after.proof.filter(({ decision }, index) => decision !== before.proof[index]?.decision);
}
