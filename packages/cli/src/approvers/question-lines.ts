import {
  type ApprovalQuestion,
  describeEffect,
  type ProofStep,
  revealHidden,
} from "@toolwright/core";
import { previewLines } from "../terminal/question/preview-lines.ts";
import type { Look } from "../terminal/text/look.ts";
import { emptyLine, type Line, line, span } from "../terminal/text/styled-line.ts";

/**
 * The whole question: what would happen and for whom, each effect that waits for the answer with
 * the rule that asks, the preview with nothing cut off, and the keys.
 */
export function questionLines(
  question: ApprovalQuestion,
  look: Look,
  roots: readonly string[],
): readonly Line[] {
  const { agent, tool, summary } = question;
  const who = agent === "main" ? tool.title : `${tool.title}, for the agent ${agent}`;
  const preview = previewLines(question.preview, { look, width: Number.POSITIVE_INFINITY });
  return [
    emptyLine,
    line(span(revealHidden(summary, "command"), "strong"), span(`  (${who})`, "dim")),
    ...effectLines(question, roots),
    ...undoLines(question),
    ...(preview.length === 0 ? [] : [emptyLine, ...preview]),
    emptyLine,
    ...keyLines(question),
  ];
}

function effectLines(
  { effects, decision }: ApprovalQuestion,
  roots: readonly string[],
): readonly Line[] {
  return effects.map((effect) => {
    const text = describeEffect(effect, roots);
    const step = decision.proof.find(
      (candidate) =>
        candidate.decision === "ask" && describeEffect(candidate.effect, roots) === text,
    );
    const why = step === undefined ? [] : [span(`  (${whyOf(step)})`, "dim")];
    return line("  ", span(text, "warning"), ...why);
  });
}

/** Before it is allowed, not after: what couldn't be taken back. */
function undoLines({ undo }: ApprovalQuestion): readonly Line[] {
  if (undo === undefined || undo.reasons.length === 0) return [];
  const style = undo.undoable ? "dim" : "warning";
  const head = undo.undoable ? [] : [line("  ", span("can't be undone", "bad"))];
  return [
    ...head,
    ...undo.reasons.map((reason) => line("  ", span(revealHidden(reason, "command"), style))),
  ];
}

function whyOf({ rule, source }: ProofStep): string {
  return source === null ? rule : `${rule}, ${source}`;
}

function keyLines({ proposals }: ApprovalQuestion): readonly Line[] {
  const key = (keys: string, text: string, rule = ""): Line =>
    line("  ", span(keys.padEnd(3), "accent"), text, span(rule, "dim"));
  const rules = proposals.flatMap(({ label, patterns }, index) => {
    const number = proposals.length > 1 ? String(index + 1) : "";
    const rule = `  ${patterns.join(", ")}`;
    return [
      key(`s${number}`, `for this session: ${label}`, rule),
      key(`a${number}`, `always: ${label}`, rule),
    ];
  });
  return [
    key("y", "yes, this once"),
    ...rules,
    key("n", "no; words after it are passed on: n use the other file"),
    key("e", "edit the input first"),
    key("c", "cancel the call"),
  ];
}
