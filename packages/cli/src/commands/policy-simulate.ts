import { resolve } from "node:path";
import { type Language, type Phrase, recorded, shownName } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import {
  describeEffect,
  type LabelContext,
  type PolicyDecision,
  type Policy,
  type ProofStep,
} from "@toolwright/core";
import type { JournalEntry } from "@toolwright/workspace";
import { wholeNumber } from "../arguments/amounts.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { withJournal } from "./journal-controller.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { type LabelledCall, labelsBefore } from "./labels-before.ts";
import { timeOf } from "./journal-lines.ts";

/** A call of the journal or of a tape. */
type PastCall = Pick<
  JournalEntry,
  "sessionId" | "callId" | "tool" | "agent" | "effects" | "decision" | "startedAtMs"
> &
  LabelledCall & {
    /** Its number in the journal. */
    readonly id: number | null;
  };

interface Simulated {
  readonly call: PastCall;
  readonly before: PolicyDecision;
  readonly after: PolicyDecision;
}

/** `toolwright policy simulate`: decides the calls of the journal or of tapes by the current settings. */
export const policySimulate: Command = async (command) => {
  const { arguments: parsed, program } = command;
  const controller = await policyController(parsed, program);
  const tapes = parsed.positionals;
  if (tapes.length === 0) {
    const limit = parsed.value("limit");
    const count = limit === undefined ? 50 : wholeNumber("--limit", limit);
    const session = parsed.value("session");
    return withJournal(parsed, program, async ({ journal }) => {
      const query = { limit: count, ...(session !== undefined && { sessionId: session }) };
      const entries = await journal.entries(query);
      return simulate(
        entries.filter(({ kind }) => kind === "call"),
        controller,
        command,
      );
    });
  }
  const flag = ["session", "limit", "from"].find((name) => parsed.value(name) !== undefined);
  if (flag !== undefined)
    throw usageError(
      phrase("--{flag} is for the journal: a tape is simulated as a whole.", { flag }),
    );
  const { callsOf } = await import("./tape-calls.ts");
  const files = tapes.map((file) => resolve(program.cwd, file));
  return simulate(await callsOf(files, controller), controller, command);
};

async function simulate(
  calls: readonly PastCall[],
  controller: PolicyController,
  { arguments: parsed, program }: CommandRun,
): Promise<number> {
  const { settings, roots } = controller;
  const policy = controller.policyOf(settings.files);
  const labelsOf = labelsBefore(calls);
  const all = calls.flatMap((call) => simulated(call, policy, labelsOf(call)));
  const changed = all.filter(({ before, after }) => before.decision !== after.decision);
  const { stdout, language } = program;
  const rows = [
    line(
      language.say(
        phrase("{calls} decided again in mode '{mode}': {changed} would be decided differently.", {
          calls: counted("{count} call", "{count} calls", { count: all.length }),
          mode: policy.mode,
          changed: changed.length,
        }),
      ),
    ),
    ...changed.flatMap((each) => changedLines(each, roots, language)),
  ];
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ mode: policy.mode, calls: all.length, changed: changed.map(jsonOf) })}\n`
      : linesText(rows, lookFor(stdout, program)),
  );
  return 0;
}

/** Decides a call again; none for a call without a decision, such as one with invalid input. */
function simulated(call: PastCall, policy: Policy, labels: LabelContext): readonly Simulated[] {
  const { effects, decision: before, tool, agent } = call;
  if (before === null) return [];
  return [{ call, before, after: policy.decide({ effects, tool, agent, labels }) }];
}

function jsonOf({ call, before, after }: Simulated): object {
  return {
    entry: call.id,
    sessionId: call.sessionId,
    callId: call.callId,
    tool: call.tool,
    before: before.decision,
    after: after.decision,
    mode: before.mode,
    proof: after.proof,
  };
}

function changedLines(
  { call, before, after }: Simulated,
  roots: readonly string[],
  language: Language,
): readonly Line[] {
  const { say } = language;
  return [
    emptyLine,
    line(
      span(`${call.id ?? shownName(call.callId)}  ${shownName(call.tool)}`, "strong"),
      `  ${before.decision} -> `,
      span(after.decision, styles[after.decision]),
      span(
        `  ${say(phrase("{time} UTC, then in mode '{mode}'", { time: timeOf(call.startedAtMs), mode: before.mode }))}`,
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
