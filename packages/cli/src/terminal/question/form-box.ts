import { elicitationLines, fieldLines } from "../../approvers/form/elicitation-lines.ts";
import { layOutPrompt } from "../prompt/prompt-layout.ts";
import { type Line, line, span, textLines, wrapLine, wrapLines } from "../text/styled-line.ts";
import type { FormState } from "./form-state.ts";
import type { QuestionBox, QuestionBoxOptions } from "./question-box.ts";

const maxTypedRows = 8;

/** Who wants to know what, and the field that is typed in or the keys. */
export function formBox(state: FormState, options: QuestionBoxOptions): QuestionBox {
  const { look, position, maxRows } = options;
  const width = options.width - 2;
  const wrap = (rows: readonly Line[]): Line[] => wrapLines(rows, width, { atWords: true });
  const bar = span(`${look.glyphs.bar} `, "warning");
  const where = position === "" ? [] : [line(span(position, "accent"))];
  const head = wrap([...elicitationLines(state.elicitation), ...where]);
  const foot = state.at < 0 ? keysOf(state, options) : typingIn(state, options);
  // What is typed is always seen; of a long message the beginning is, and the whole in the transcript.
  const room = Math.max(1, maxRows - foot.rows.length);
  const shown = head.length <= room ? head : [...head.slice(0, room - 1), cutNote(options)];
  return {
    rows: [...shown, ...foot.rows].map((row) => [bar, ...row]),
    cursor: foot.cursor === null ? null : { x: foot.cursor.x + 2, y: shown.length + foot.cursor.y },
    hiddenRows: head.length - shown.length,
  };
}

/** The whole of it for the transcript. */
export function wholeForm({ elicitation }: FormState, width: number): Line[] {
  return wrapLines(elicitationLines(elicitation), width, { atWords: true });
}

interface Foot {
  readonly rows: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

function keysOf({ elicitation }: FormState, { look, width, isActive }: QuestionBoxOptions): Foot {
  const { dot } = look.glyphs;
  const yes = elicitation.kind === "form" ? " answer" : " I opened it";
  const keys = line(
    span("y", "strong"),
    span(yes),
    span(` ${dot} `, "dim"),
    span("n", "strong"),
    span(" decline"),
    span(` ${dot} `, "dim"),
    span("esc", "strong"),
    span(" cancel"),
  );
  const row = isActive ? keys : keys.map((piece) => ({ ...piece, style: "dim" as const }));
  return { rows: [line(), ...wrapLine(row, width - 2)], cursor: null };
}

function typingIn(state: FormState, { look, width }: QuestionBoxOptions): Foot {
  const { fields, at, edited, problem } = state;
  const field = fields[at];
  const inside = width - 2;
  const wrap = (rows: readonly Line[]): Line[] => wrapLines(rows, inside, { atWords: true });
  const above = field === undefined ? [] : [line(), ...wrap(fieldLines(field))];
  const typed = layOutPrompt(
    {
      sign: line(span(`${at + 1} of ${fields.length} ${look.glyphs.prompt} `, "warning")),
      text: edited.text,
      cursor: edited.cursor,
      knownLength: 0,
      ghost: "",
    },
    { width: inside, maxRows: maxTypedRows, look },
  );
  const below = [
    ...(problem === null ? [] : wrap(textLines(problem, "bad"))),
    ...wrap([line(span("Enter takes it; Esc goes back", "dim"))]),
  ];
  return {
    rows: [...above, ...typed.rows, ...below],
    cursor: { x: typed.x, y: above.length + typed.y },
  };
}

function cutNote({ look }: QuestionBoxOptions): Line {
  return line(span(`${look.glyphs.ellipsis} the whole stands above`, "dim"));
}
