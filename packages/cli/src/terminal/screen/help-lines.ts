import { declare, type Mode, modes, type RegisteredTool, type Session } from "@toolwright/core";
import type { CommandSignature } from "../prompt/completion.ts";
import { type Field, signatureOf, type ToolSignature } from "../../input/tool-signature.ts";
import {
  emptyLine,
  indented,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../../text/styled-line.ts";
import { definitionLines } from "../transcript/definition-lines.ts";

const keys: readonly (readonly [string, string])[] = [
  ["Tab", "completes tools, arguments, values and paths, or lists them"],
  ["Up, Down", "what was typed before, on an empty line; Ctrl-R searches it"],
  ["Alt-Enter", "a new line in the text"],
  ["Ctrl-B", "on an empty line: lets a running command run on in the background"],
  ["Ctrl-C", "cancels what runs, else clears the line; twice quits"],
  ["Ctrl-D", "quits on an empty line"],
];

const calls: readonly (readonly [string, string])[] = [
  ["TOOL key=value …", "quotes as in a shell; a list takes its key again for each item"],
  ["TOOL value", "a word without a key goes to the first required argument"],
  ["TOOL key:=JSON", "any value as JSON"],
  ["TOOL {…}", "the whole input as JSON"],
  [
    "!COMMAND",
    "a shell command of your own: the mode doesn't ask, denials hold, /undo takes it back",
  ],
];

export function generalHelp(commands: readonly CommandSignature[], width: number): Line[] {
  const table = (rows: readonly (readonly [string, string])[]): Line[] => named(rows, width);
  const heading = (text: string): Line => line(span(text, "strong"));
  return [
    heading("Call a tool"),
    ...table(calls),
    emptyLine,
    heading("Commands"),
    ...table(commands.map(({ name, summary }) => [`/${name}`, summary])),
    emptyLine,
    heading("Keys"),
    ...table(keys),
  ];
}

/** The tools, each with what it does. */
export function toolLines(tools: readonly ToolSignature[], width: number): Line[] {
  if (tools.length === 0) return [line("There are no tools in this session.")];
  return named(
    tools.map(({ name, summary }) => [name, summary]),
    width,
  );
}

function named(rows: readonly (readonly [string, string])[], width: number): Line[] {
  const definitions = rows.map(([name, meaning]) => [[span(name, "accent")], meaning] as const);
  return indented(definitionLines(definitions, width - 2), 2);
}

/** One tool of a session for a person: what a model is told of it, and its arguments. */
export function describedTool(tool: RegisteredTool, session: Session, width: number): Line[] {
  const among = session.shownTools.map(({ declarable }) => declarable);
  const [declared] = declare([tool.declarable], { dialect: "canonical", among });
  return toolHelp(signatureOf(tool), declared?.description ?? "", width);
}

/** One tool: what the model is told of it, and its arguments. */
function toolHelp(tool: ToolSignature, description: string, width: number): Line[] {
  const { title, name, kind, fields } = tool;
  const definitions = fields.map(
    (field) =>
      [
        [
          span(field.name, "accent"),
          span(` ${typeOf(field)}`, field.isRequired ? "warning" : "dim"),
        ],
        field.description,
      ] as const,
  );
  return [
    line(span(title, "strong"), span(`  ${name}`, "accent"), span(`  ${kind}`, "dim")),
    ...wrapLines(textLines(description), width, { atWords: true }),
    ...(fields.length === 0 ? [] : [emptyLine, line(span("Arguments", "strong"))]),
    ...indented(definitionLines(definitions, width - 2), 2),
  ];
}

function typeOf({ choices, types, isRequired }: Field): string {
  const kinds =
    choices.length > 0 ? choices.join("|") : types.filter((type) => type !== "null").join("|");
  return isRequired ? `${kinds}, required` : kinds;
}

const meanings: Record<Mode, string> = {
  plan: "reads; everything else is denied",
  default: "asks before anything is changed, run or sent",
  "accept-edits": "changes files without asking; asks before deleting, running, sending",
  auto: "asks only where it can't be sure",
};

/** The modes, with a sign before the one that holds. */
export function modeLines(current: string, sign: string, width: number): Line[] {
  const definitions = modes.map((mode) => {
    const isCurrent = mode === current;
    const mark = (isCurrent ? sign : "").padEnd(sign.length + 1);
    return [
      [span(mark, "accent"), span(mode, isCurrent ? "strong" : "accent")],
      meanings[mode],
    ] as const;
  });
  return definitionLines(definitions, width);
}
