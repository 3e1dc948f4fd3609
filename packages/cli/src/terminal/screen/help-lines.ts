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
  ["Tab", "completes or lists tools, arguments, values and paths"],
  ["Up, Down", "earlier input, on an empty line; Ctrl-R searches it"],
  ["Alt-Enter", "starts a new line"],
  ["Ctrl-B", "on an empty line: moves a running command to the background"],
  ["Ctrl-C", "cancels running calls, otherwise clears the line; twice quits"],
  ["Ctrl-D", "quits on an empty line"],
];

const calls: readonly (readonly [string, string])[] = [
  ["TOOL key=value …", "quotes as in a shell; repeat a key to fill a list"],
  ["TOOL value", "a word without a key goes to the first required argument"],
  ["TOOL key:=JSON", "any value as JSON"],
  ["TOOL {…}", "the whole input as JSON"],
  ["!COMMAND", "your own shell command: the mode doesn't prompt, denials hold, /undo undoes it"],
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

/** The tools with their summaries. */
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

/** One tool of a session: the description that the model gets, and its arguments. */
export function describedTool(tool: RegisteredTool, session: Session, width: number): Line[] {
  const among = session.shownTools.map(({ declarable }) => declarable);
  const [declared] = declare([tool.declarable], { dialect: "canonical", among });
  const { title, name, kind, fields } = signatureOf(tool);
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
    ...wrapLines(textLines(declared?.description ?? ""), width, { atWords: true }),
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
  plan: "reads only; everything else is denied",
  default: "reads without approval; changes, commands and the network need approval",
  "accept-edits":
    "changes files without approval; deletions, commands and the network need approval",
  auto: "only unknown or risky effects need approval",
};

/** The modes, with a sign before the current one. */
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
