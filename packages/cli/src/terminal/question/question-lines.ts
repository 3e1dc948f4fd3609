import stringWidth from "string-width";
import { phrase } from "../../language/phrase.ts";
import { type ApprovalQuestion, describeEffect, type ProofStep } from "@toolwright/core";
import { revealHidden, type Language, type Phrase, recorded } from "@toolwright/core/internal";
import type { Theme } from "../../text/theme.ts";
import {
  type Line,
  line,
  padColumns,
  type Span,
  span,
  type Style,
  wrapLine,
} from "../../text/styled-line.ts";
import { previewLines } from "./preview-lines.ts";

export interface QuestionOptions {
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
  /** The workspace's roots, for relative paths. */
  readonly roots: readonly string[];
}

/** Where a rule comes from. The names of the other layers' rules say it themselves. */
const layers: Partial<Record<ProofStep["layer"], Phrase>> = {
  administrator: phrase("administrator"),
  user: phrase("your settings"),
  project: phrase("project settings"),
  grant: phrase("grant"),
};

const labels = {
  first: phrase("first"),
  would: phrase("would"),
  did: phrase("did"),
  beside: phrase("beside"),
  because: phrase("because"),
  undo: phrase("undo"),
};

const labelWidth = 9;

/**
 * The body of an approval prompt: each effect that needs approval, the reasons, whether it can be undone,
 * and the preview. Nothing is cut off, and invisible characters, unusual blanks included, become visible.
 */
export function questionBody(question: ApprovalQuestion, options: QuestionOptions): Line[] {
  const { effects, decision, stage } = question;
  const { width, roots, look } = options;
  const { language } = look;
  const inColumns = { width, language };
  const preview = previewLines(question.preview, options);
  const would = effects.map((effect) => describeEffect(effect, roots, language));
  const undeclared = (question.staged?.undeclared ?? []).map((effect) =>
    language.say(
      phrase("not declared before it ran: {effect}", {
        effect: describeEffect(effect, roots, language),
      }),
    ),
  );
  const because = decision.proof
    .filter((step) => step.decision === "ask")
    .map((step) => language.say(reasonOf(step)));
  return [
    ...labelled(labelOf(stage), would, "warning", inColumns),
    ...labelled(labels.beside, undeclared, "bad", inColumns),
    ...labelled(labels.because, [...new Set(because)], "dim", inColumns),
    ...undoLines(question, inColumns),
    ...(preview.length === 0 ? [] : [line(), ...preview]),
  ];
}

function labelOf(stage: ApprovalQuestion["stage"]): Phrase {
  if (stage === "commit") return labels.did;
  return stage === "read" ? labels.first : labels.would;
}

/** The changes that an undo couldn't revert. */
function undoLines({ undo }: ApprovalQuestion, inColumns: Columns): Line[] {
  if (undo === undefined || undo.reasons.length === 0) return [];
  const { say, translate } = inColumns.language;
  const reasons = undo.reasons.map(translate);
  return undo.undoable
    ? labelled(labels.undo, reasons, "dim", inColumns)
    : labelled(labels.undo, [say(phrase("It can't be undone.")), ...reasons], "bad", inColumns);
}

/** The question in one sentence; wrapped, never cut. */
export function questionHead(
  { agent, tool, summary }: ApprovalQuestion,
  position: string,
  { look, width }: QuestionOptions,
): Line[] {
  const who =
    agent === "main"
      ? tool.name
      : look.language.say(phrase("{tool}, for {agent}", { tool: tool.name, agent }));
  const head = line(
    span(`${look.glyphs.waiting} `, "warning"),
    span(revealHidden(summary, "command"), "strong"),
    span(`  ${who}`, "dim"),
    span(position === "" ? "" : `  ${position}`, "accent"),
  );
  return wrapLine(head, width, { indent: 2, atWords: true });
}

function reasonOf({ rule, layer, source }: ProofStep): Phrase {
  const where = [layers[layer], source ?? undefined].filter((part) => part !== undefined);
  const name = recorded(rule);
  return where.length === 0 ? name : phrase("{rule} ({where})", { rule: name, where });
}

interface Columns {
  readonly width: number;
  readonly language: Language;
}

function labelled(
  name: Phrase,
  texts: readonly string[],
  style: Style,
  { width, language }: Columns,
): Line[] {
  const label = language.say(name);
  return texts.flatMap((text, index) => {
    const margin: Span = span(padColumns(index === 0 ? label : "", labelWidth), "dim");
    return wrapLine([margin, span(revealHidden(text, "command"), style)], width, {
      indent: labelWidth,
      atWords: true,
    });
  });
}

/** The keys with their meanings, and the `chosen` rule for `s` and `a`. */
export function questionKeys(
  { proposals, stage, canStage }: ApprovalQuestion,
  chosen: number,
  { look, width }: QuestionOptions,
): Line[] {
  const { glyphs, language } = look;
  const { say } = language;
  const proposal = proposals[chosen];
  const isCommit = stage === "commit";
  const keys: readonly (readonly [string, Phrase])[] = [
    ["y", isCommit ? phrase("commit") : phrase("once")],
    ["n", isCommit ? phrase("drop") : phrase("reject")],
    ...(canStage === true ? ([["t", phrase("try in a stage")]] as const) : []),
    ...(proposal === undefined
      ? []
      : ([
          ["s", phrase("session")],
          ["a", phrase("always")],
        ] as const)),
    ...(isCommit ? [] : ([["e", phrase("edit")]] as const)),
    ["esc", phrase("cancel")],
  ];
  const rows = flowKeys(
    keys.map(([key, meaning]) => [key, say(meaning)]),
    glyphs.dot,
    width,
  );
  if (isCommit) return rows;
  if (proposal === undefined) {
    return [
      ...rows,
      ...wrapLine(line(span(say(phrase("You can only allow this one call.")), "dim")), width),
    ];
  }
  const rule = line(
    span(say(phrase("s and a allow ")), "dim"),
    span(proposal.patterns.join(", "), "accent"),
    span(proposal.label === "" ? "" : `  ${proposal.label}`, "dim"),
    span(
      proposals.length < 2
        ? ""
        : `  ${say(phrase("{number} of {count}, {keys}", { number: chosen + 1, count: proposals.length, keys: glyphs.sideKeys }))}`,
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
    const columns = stringWidth(key) + stringWidth(meaning) + 4;
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
