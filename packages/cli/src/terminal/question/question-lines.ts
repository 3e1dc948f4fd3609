import { type ApprovalQuestion, describeEffect, type ProofStep } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import type { Theme } from "../../text/theme.ts";
import { type Line, line, type Span, span, type Style, wrapLine } from "../../text/styled-line.ts";
import { previewLines } from "./preview-lines.ts";

export interface QuestionOptions {
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
  /** The workspace's roots, for relative paths. */
  readonly roots: readonly string[];
}

const layers: Record<ProofStep["layer"], string> = {
  "built-in": "built in",
  protected: "protected",
  administrator: "administrator",
  user: "your settings",
  project: "project settings",
  mode: "mode",
  grant: "grant",
};

const labelWidth = 9;

/**
 * The body of an approval prompt: each effect that needs approval, the reasons, whether it can be undone,
 * and the preview. Nothing is cut off, and invisible characters, unusual blanks included, become visible.
 */
export function questionBody(question: ApprovalQuestion, options: QuestionOptions): Line[] {
  const { effects, decision, stage } = question;
  const { width, roots } = options;
  const preview = previewLines(question.preview, options);
  const would = effects.map((effect) => describeEffect(effect, roots));
  const because = decision.proof.filter((step) => step.decision === "ask").map(reasonOf);
  return [
    ...labelled(stage === "read" ? "first" : "would", would, "warning", width),
    ...labelled("because", [...new Set(because)], "dim", width),
    ...undoLines(question, width),
    ...(preview.length === 0 ? [] : [line(), ...preview]),
  ];
}

/** The changes that an undo couldn't revert. */
function undoLines({ undo }: ApprovalQuestion, width: number): Line[] {
  if (undo === undefined || undo.reasons.length === 0) return [];
  return undo.undoable
    ? labelled("undo", undo.reasons, "dim", width)
    : labelled("undo", ["It can't be undone.", ...undo.reasons], "bad", width);
}

/** The question in one sentence; wrapped, never cut. */
export function questionHead(
  { agent, tool, summary }: ApprovalQuestion,
  position: string,
  { look, width }: QuestionOptions,
): Line[] {
  const who = agent === "main" ? tool.name : `${tool.name}, for ${agent}`;
  const head = line(
    span(`${look.glyphs.waiting} `, "warning"),
    span(revealHidden(summary, "command"), "strong"),
    span(`  ${who}`, "dim"),
    span(position === "" ? "" : `  ${position}`, "accent"),
  );
  return wrapLine(head, width, { indent: 2, atWords: true });
}

function reasonOf({ rule, layer, source }: ProofStep): string {
  // Built-in rules carry their layer's name.
  const isNamed = layer === "mode" || rule.startsWith(layers[layer]);
  const where = [isNamed ? null : layers[layer], source].filter((part) => part !== null);
  return where.length === 0 ? rule : `${rule} (${where.join(", ")})`;
}

function labelled(label: string, texts: readonly string[], style: Style, width: number): Line[] {
  return texts.flatMap((text, index) => {
    const margin: Span = span((index === 0 ? label : "").padEnd(labelWidth), "dim");
    return wrapLine([margin, span(revealHidden(text, "command"), style)], width, {
      indent: labelWidth,
      atWords: true,
    });
  });
}

/** The keys with their meanings, and the `chosen` rule for `s` and `a`. */
export function questionKeys(
  { proposals }: ApprovalQuestion,
  chosen: number,
  { look, width }: QuestionOptions,
): Line[] {
  const { glyphs } = look;
  const proposal = proposals[chosen];
  const keys: readonly (readonly [string, string])[] = [
    ["y", "once"],
    ["n", "reject"],
    ...(proposal === undefined
      ? []
      : ([
          ["s", "session"],
          ["a", "always"],
        ] as const)),
    ["e", "edit"],
    ["esc", "cancel"],
  ];
  const rows = flowKeys(keys, glyphs.dot, width);
  if (proposal === undefined) {
    return [...rows, ...wrapLine(line(span("You can only allow this one call.", "dim")), width)];
  }
  const rule = line(
    span("s and a allow ", "dim"),
    span(proposal.patterns.join(", "), "accent"),
    span(proposal.label === "" ? "" : `  ${proposal.label}`, "dim"),
    span(
      proposals.length < 2 ? "" : `  ${chosen + 1} of ${proposals.length}, ${glyphs.sideKeys}`,
      "dim",
    ),
  );
  return [...rows, ...wrapLine(rule, width, { indent: 2, atWords: true })];
}

function flowKeys(
  keys: readonly (readonly [string, string])[],
  dot: string,
  width: number,
): Line[] {
  const rows: Span[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [key, meaning] of keys) {
    const columns = key.length + meaning.length + 4;
    if (used + columns > width + 3) {
      rows.push([]);
      used = 0;
    }
    const row = rows.at(-1) as Span[];
    if (row.length > 0) row.push(span(` ${dot} `, "dim"));
    row.push(span(key, "strong"), span(` ${meaning}`));
    used += columns;
  }
  return rows;
}
