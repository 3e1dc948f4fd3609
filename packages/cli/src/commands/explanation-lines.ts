import { type Language, type Phrase, recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { describeEffect, type Explanation, type ProofStep, type Session } from "@toolwright/core";
import { emptyLine, type Line, line, span, type Style, textLines } from "../text/styled-line.ts";

const verdicts: Record<ProofStep["decision"], { readonly style: Style; readonly meaning: Phrase }> =
  {
    allow: { style: "good", meaning: phrase("it runs without approval") },
    ask: { style: "warning", meaning: phrase("it needs approval") },
    deny: { style: "bad", meaning: phrase("it never runs") },
  };

/** The proof for people: the decision, then each effect with its reason. */
export function explanationLines(
  { tool, effects, isExact, decision, error }: Explanation,
  { workspace }: Pick<Session, "workspace">,
  language: Language,
): readonly Line[] {
  const { say } = language;
  if (decision === null) {
    return [
      line(span(tool, "strong"), say(phrase(": this call fails before the policy decides."))),
      ...textLines(error?.message ?? ""),
    ];
  }
  const { style, meaning } = verdicts[decision.decision];
  const rows = [
    line(
      span(tool, "strong"),
      say(phrase(": ")),
      span(decision.decision, style),
      say(phrase(", {meaning} ", { meaning })),
      span(say(phrase("(mode '{mode}')", { mode: decision.mode })), "dim"),
    ),
    emptyLine,
  ];
  if (effects.length === 0)
    rows.push(line(say(phrase("It has no effects, so it needs no approval."))));
  else if (isExact) rows.push(line(say(phrase("It would:"))));
  else rows.push(line(say(phrase("At most, it would:"))));
  for (const step of decision.proof) {
    rows.push(...stepLines(step, workspace.roots, language));
  }
  if (error !== null && error.code !== "permission-denied") {
    rows.push(emptyLine, line(say(phrase("Even if allowed, it would fail now:"))));
    rows.push(...textLines(error.message));
  }
  return rows;
}

/** One effect, its decision and the reason. */
export function stepLines(
  step: ProofStep,
  roots: readonly string[],
  language: Language,
): readonly Line[] {
  const { effect, decision, layer, rule, source, wouldChange } = step;
  // The names of built-in rules say where they come from.
  const name = recorded(rule);
  const reason =
    source === null
      ? phrase("because of: {rule}", { rule: name })
      : phrase("because of: {rule} ({layer}: {source})", { rule: name, layer, source });
  const change = phrase("to change it: {change}", { change: recorded(wouldChange ?? "") });
  return [
    line(
      "  ",
      span(decision.padEnd(5), verdicts[decision].style),
      ` ${describeEffect(effect, roots, language)}`,
    ),
    line(span(`        ${language.say(reason)}`, "dim")),
    ...(wouldChange === null ? [] : [line(span(`        ${language.say(change)}`, "dim"))]),
  ];
}
