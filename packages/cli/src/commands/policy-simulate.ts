import { type Language, type Phrase, recorded } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import { describeEffect, type PolicyDecision, type Policy, type ProofStep } from "@toolwright/core";
import type { JournalEntry } from "@toolwright/workspace";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
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
    throw takesNoArguments("policy simulate", extra);
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
    const { stdout, language } = program;
    const rows = [
      line(
        language.say(
          phrase(
            "{calls} decided again in mode '{mode}': {changed} would be decided differently.",
            {
              calls: counted("{count} call", "{count} calls", { count: all.length }),
              mode: policy.mode,
              changed: changed.length,
            },
          ),
        ),
      ),
      ...changed.flatMap((each) => changedLines(each, [root], language)),
    ];
    await textOutput(stdout).write(
      parsed.has("json")
        ? `${JSON.stringify({ mode: policy.mode, calls: all.length, changed: changed.map(jsonOf) })}\n`
        : linesText(rows, lookFor(stdout, program)),
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
  language: Language,
): readonly Line[] {
  const { say } = language;
  return [
    emptyLine,
    line(
      span(`${entry.id}  ${entry.tool}`, "strong"),
      `  ${before.decision} -> `,
      span(after.decision, styles[after.decision]),
      span(
        `  ${say(phrase("{time} UTC, then in mode '{mode}'", { time: timeOf(entry.startedAtMs), mode: before.mode }))}`,
        "dim",
      ),
    ),
    ...differing(before, after).map((step) =>
      line(
        `  ${step.decision.padEnd(5)} ${describeEffect(step.effect, roots, language)}`,
        span(`  ${say(reasonOf(step))}`, "dim"),
      ),
    ),
  ];
}

function reasonOf({ rule, source }: ProofStep): Phrase {
  const name = recorded(rule);
  return phrase("because of: {rule}", {
    rule: source === null ? name : phrase("{rule} ({where})", { rule: name, where: source }),
  });
}

const styles = { allow: "good", ask: "warning", deny: "bad" } as const;

function differing(before: PolicyDecision, after: PolicyDecision): readonly ProofStep[] {
  return after.proof.filter(({ decision }, index) => decision !== before.proof[index]?.decision);
}
