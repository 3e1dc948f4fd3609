import { describeEffect, type Explanation, type ProofStep, type Session } from "@toolwright/core";
import { emptyLine, type Line, line, span, type Style, textLines } from "../text/styled-line.ts";

const verdicts: Record<ProofStep["decision"], { readonly style: Style; readonly meaning: string }> =
  {
    allow: { style: "good", meaning: "it runs without approval" },
    ask: { style: "warning", meaning: "it needs approval" },
    deny: { style: "bad", meaning: "it never runs" },
  };

/** The proof for people: the decision, then each effect with its reason. */
export function explanationLines(
  { tool, effects, isExact, decision, error }: Explanation,
  { workspace }: Pick<Session, "workspace">,
): readonly Line[] {
  if (decision === null) {
    return [
      line(span(tool, "strong"), ": this call fails before the policy decides."),
      ...textLines(error?.message ?? ""),
    ];
  }
  const { style, meaning } = verdicts[decision.decision];
  const rows = [
    line(
      span(tool, "strong"),
      ": ",
      span(decision.decision, style),
      `, ${meaning} `,
      span(`(mode '${decision.mode}')`, "dim"),
    ),
    emptyLine,
  ];
  if (effects.length === 0) rows.push(line("It has no effects, so it needs no approval."));
  else if (isExact) rows.push(line("It would:"));
  else rows.push(line("At most, it would:"));
  for (const step of decision.proof) {
    rows.push(...stepLines(step, workspace.roots));
  }
  if (error !== null && error.code !== "permission-denied") {
    rows.push(emptyLine, line("Even if allowed, it would fail now:"));
    rows.push(...textLines(error.message));
  }
  return rows;
}

/** One effect, its decision and the reason. */
export function stepLines(step: ProofStep, roots: readonly string[]): readonly Line[] {
  const { effect, decision, layer, rule, source, wouldChange } = step;
  // The names of built-in rules say where they come from.
  const where = source === null ? "" : ` (${layer}: ${source})`;
  return [
    line(
      "  ",
      span(decision.padEnd(5), verdicts[decision].style),
      ` ${describeEffect(effect, roots)}`,
    ),
    line(span(`        because of: ${rule}${where}`, "dim")),
    ...(wouldChange === null ? [] : [line(span(`        to change it: ${wouldChange}`, "dim"))]),
  ];
}
