import { describeEffect } from "@toolwright/core";
import type { Language } from "@toolwright/core/internal";
import {
  ApprovalError,
  ApprovalState,
  type LeftQuestion,
  readQuestion,
  readQuestionFile,
  type ReadQuestion,
} from "@toolwright/runtime/approvals";
import { realRoot } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { timeText } from "./grant-text.ts";
import { placesOf } from "./policy-controller.ts";

/** A question that was left, with what is known of it. */
interface Listed {
  readonly left: LeftQuestion;
  /** Null when a program keeps it elsewhere, or its file is gone or damaged. */
  readonly read: ReadQuestion | null;
}

/** `toolwright approvals list`: the questions of this folder that can still be answered or used. */
export const approvalsList: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("approvals list", extra);
  const { stateDirectory, workspace } = placesOf(parsed, program);
  const root = realRoot(workspace);
  const nowMs = Date.now();
  const listed = new ApprovalState(stateDirectory)
    .left()
    .filter((left) => left.workspace === root && left.expiresAtMs > nowMs)
    .map((left) => ({ left, read: readOrNull(left) }))
    .toSorted((one, other) => one.left.expiresAtMs - other.left.expiresAtMs);
  const { stdout, language } = program;
  await textOutput(stdout).write(
    parsed.has("json")
      ? listed.map((each) => `${JSON.stringify(shapeOf(each))}\n`).join("")
      : linesText(linesOf(listed, nowMs, language), lookFor(stdout, program)),
  );
  return 0;
};

function readOrNull({ id, nonce, file }: LeftQuestion): ReadQuestion | null {
  try {
    const text = file === null ? null : readQuestionFile(file);
    const read = text === null ? null : readQuestion(text);
    // Somebody may have put another question there.
    return read?.question.id === id && read.question.nonce === nonce ? read : null;
  } catch (thrown) {
    if (ApprovalError.isInstance(thrown)) return null;
    throw thrown;
  }
}

function shapeOf({ left: { id, summary, file, scope, expiresAtMs }, read }: Listed): object {
  const asked = read?.question.asked;
  return {
    id,
    summary,
    file,
    session: scope === "any" ? null : scope,
    agent: asked?.agent ?? null,
    tool: asked?.tool.name ?? null,
    effects: asked?.effects ?? null,
    createdAtMs: read?.question.createdAtMs ?? null,
    expiresAtMs,
    answer: read?.answer ?? null,
  };
}

function linesOf(all: readonly Listed[], nowMs: number, language: Language): readonly Line[] {
  const { say } = language;
  if (all.length === 0) return [line(say(phrase("No question of this folder waits.")))];
  return all.flatMap(({ left, read }) => [
    line(span(left.id, "accent"), `  ${left.summary}`),
    ...(read === null
      ? []
      : read.question.asked.effects.map((effect) =>
          line("  ", span(describeEffect(effect, [left.workspace], language), "warning")),
        )),
    line("  ", span(say(timesOf(left, read, nowMs)), "dim")),
    line("  ", span(left.file ?? say(phrase("kept by a program")), "dim")),
  ]);
}

function timesOf({ expiresAtMs }: LeftQuestion, read: ReadQuestion | null, nowMs: number) {
  const until = timeText(expiresAtMs);
  if (read === null) return phrase("can't be read; until {time}", { time: until });
  const minutes = Math.max(0, Math.round((nowMs - read.question.createdAtMs) / 60_000));
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return read.answer === null
    ? phrase("waits for {age}, until {time}", { age, time: until })
    : phrase("answered by {who}, not used yet; until {time}", {
        who: read.answer.by ?? read.answer.key,
        time: until,
      });
}
