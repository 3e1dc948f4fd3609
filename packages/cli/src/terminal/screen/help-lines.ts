import type { DisplayOptions } from "../transcript/display-lines.ts";
import { type Language, type Phrase, verbatim } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { declare, type Mode, modes, type RegisteredTool, type Session } from "@toolwright/core";
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

const keys: readonly (readonly [string, Phrase])[] = [
  ["Tab", phrase("completes or lists tools, arguments, values and paths")],
  ["Up, Down", phrase("earlier input, on an empty line; Ctrl-R searches it")],
  ["Alt-Enter", phrase("starts a new line")],
  ["Ctrl-G", phrase("opens the line, or the input of a call, in your editor ($EDITOR)")],
  ["Ctrl-O", phrase("opens the list of calls: input, output, effects and why they were allowed")],
  ["Shift-Tab", phrase("changes the mode")],
  ["Esc", phrase("interrupts the agent")],
  ["Ctrl-B", phrase("on an empty line: moves a running command to the background")],
  ["Ctrl-C", phrase("cancels running calls, otherwise clears the line; twice quits")],
  ["Ctrl-D", phrase("quits on an empty line")],
];

const calls: readonly (readonly [string, Phrase])[] = [
  ["TOOL key=value …", phrase("quotes as in a shell; repeat a key to fill a list")],
  ["TOOL value", phrase("a word without a key goes to the first required argument")],
  ["TOOL key:=JSON", phrase("any value as JSON")],
  ["TOOL {…}", phrase("the whole input as JSON")],
  [
    "!COMMAND",
    phrase("your own shell command: the mode doesn't prompt, denials hold, /undo undoes it"),
  ],
  ["!!COMMAND", phrase("the same in a terminal of its own, to type in; Ctrl-] leaves it")],
];

export interface HelpOptions {
  readonly width: number;
  readonly language: Language;
  readonly hasAgent: boolean;
}

export function generalHelp(
  commands: readonly { readonly name: string; readonly summary: Phrase }[],
  { width, language: { say }, hasAgent }: HelpOptions,
): Line[] {
  const table = (rows: readonly (readonly [string, Phrase])[]): Line[] =>
    named(
      rows.map(([name, meaning]) => [name, say(meaning)]),
      width,
    );
  const heading = (text: Phrase): Line => line(span(say(text), "strong"));
  const slash = hasAgent ? "/" : "";
  const shown = calls.map(([name, meaning]): readonly [string, Phrase] => [
    name.startsWith("TOOL") ? slash + name : name,
    meaning,
  ]);
  return [
    ...(hasAgent
      ? [
          heading(phrase("Talk to the agent")),
          ...table([
            [say(phrase("any other line")), phrase("a message; while it works, it is queued")],
            ["@PATH", phrase("attaches a file, image or folder; Tab completes it")],
          ]),
          emptyLine,
        ]
      : []),
    heading(phrase("Call a tool")),
    ...table(shown),
    emptyLine,
    heading(phrase("Commands")),
    ...table(commands.map(({ name, summary }) => [`/${name}`, summary])),
    emptyLine,
    heading(phrase("Keys")),
    ...table(keys),
  ];
}

/** The tools with their summaries. */
export function toolLines(
  tools: readonly ToolSignature[],
  width: number,
  { say }: Language,
): Line[] {
  if (tools.length === 0) return [line(say(phrase("There are no tools in this session.")))];
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
export function describedTool(
  tool: RegisteredTool,
  session: Session,
  { width, look: { language } }: Omit<DisplayOptions, "isWhole">,
): Line[] {
  const among = session.shownTools.map(({ declarable }) => declarable);
  const [declared] = declare([tool.declarable], { dialect: "canonical", among });
  const { title, name, kind, fields } = signatureOf(tool);
  const definitions = fields.map(
    (field) =>
      [
        [
          span(field.name, "accent"),
          span(` ${language.say(typeOf(field))}`, field.isRequired ? "warning" : "dim"),
        ],
        field.description,
      ] as const,
  );
  return [
    line(
      span(language.translate(title), "strong"),
      span(`  ${name}`, "accent"),
      span(`  ${kind}`, "dim"),
    ),
    ...wrapLines(textLines(declared?.description ?? ""), width, { atWords: true }),
    ...(fields.length === 0
      ? []
      : [emptyLine, line(span(language.say(phrase("Arguments")), "strong"))]),
    ...indented(definitionLines(definitions, width - 2), 2),
  ];
}

function typeOf({ choices, types, isRequired }: Field): Phrase {
  const kinds =
    choices.length > 0 ? choices.join("|") : types.filter((type) => type !== "null").join("|");
  return isRequired ? phrase("{type}, required", { type: kinds }) : verbatim(kinds);
}

export const modeMeanings: Readonly<Record<Mode, Phrase>> = {
  plan: phrase("reads only; everything else is denied"),
  default: phrase("reads without approval; changes, commands and the network need approval"),
  "accept-edits": phrase(
    "changes files without approval; deletions, commands and the network need approval",
  ),
  auto: phrase("only unknown or risky effects need approval"),
};

/** The modes, with a sign before the current one. */
export function modeLines(
  current: string,
  { width, look: { glyphs, language } }: Omit<DisplayOptions, "isWhole">,
): Line[] {
  const sign = glyphs.prompt;
  const definitions = modes.map((mode) => {
    const isCurrent = mode === current;
    const mark = (isCurrent ? sign : "").padEnd(sign.length + 1);
    return [
      [span(mark, "accent"), span(mode, isCurrent ? "strong" : "accent")],
      language.say(modeMeanings[mode]),
    ] as const;
  });
  return definitionLines(definitions, width);
}
