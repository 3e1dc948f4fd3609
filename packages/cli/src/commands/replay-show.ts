import { type Effect, describeEffect, type Language } from "@toolwright/core";
import { leavesNothing, shownName } from "@toolwright/core/internal";
import {
  readTape,
  type TapeCall,
  type TapeContent,
  type TapedState,
  type TapeMessage,
} from "@toolwright/runtime/internal";
import { unifiedDiff } from "@toolwright/tools";
import type { CommandRun } from "../arguments/command.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import { briefLimits, contentLines, displayLines } from "../terminal/transcript/display-lines.ts";
import { indented, type Line, line, span, type Style } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import type { Theme } from "../text/theme.ts";
import { timeOf } from "./journal-lines.ts";

/** Prints a tape for a person, or its calls and messages as JSON lines. Reads it twice and keeps only contents. */
export async function replayShow(
  { arguments: parsed, program }: CommandRun,
  file: string,
): Promise<number> {
  const tape = await readTape(file, { allowsEdits: parsed.has("allow-edits") });
  const { stdout } = program;
  const look = lookFor(stdout, program);
  const output = textOutput(stdout);
  const write = async (rows: readonly Line[], value: unknown): Promise<void> => {
    const text = parsed.has("json") ? `${JSON.stringify(value)}\n` : linesText(rows, look);
    const flushed = output.write(text);
    if (flushed !== undefined) await flushed;
  };
  await write(headLines(tape.header, look), tape.header);
  const contents = new Map<string, TapeContent>();
  for await (const each of tape.lines()) {
    if (output.isClosed) break;
    if (each.type === "content") contents.set(each.sha256, each);
    else if (each.type === "message") await write(messageLines(each, look), each);
    else if (each.type !== "file" && each.type !== "end")
      await write(callLines(each, contents, look), each);
  }
  return 0;
}

function headLines(
  header: Awaited<ReturnType<typeof readTape>>["header"],
  { language }: Theme,
): readonly Line[] {
  const { session, startedAtMs, mode, profile, toolwright, models } = header;
  return [
    line(span(session, "strong"), span(`  ${timeOf(startedAtMs)} UTC`, "dim")),
    line(
      span(
        language.say(
          phrase("mode '{mode}', profile '{profile}', toolwright {version}", {
            mode,
            profile,
            version: toolwright,
          }),
        ) + models.map((model) => `, ${model}`).join(""),
        "dim",
      ),
    ),
  ];
}

const statusStyles: Readonly<Record<string, Style>> = {
  ok: "good",
  error: "bad",
  refused: "warning",
  cancelled: "warning",
};

/** A sub-agent's calls, and those that another call made, are indented. */
function callLines(
  call: TapeCall,
  contents: ReadonlyMap<string, TapeContent>,
  look: Theme,
): readonly Line[] {
  const { language } = look;
  const { tool, id, status, agent, outcome, changes } = call;
  const depth = call.session.split("/").length - 1 + (call.parentCallId === undefined ? 0 : 1);
  const rows = [
    line(
      span(shownName(tool), "strong"),
      "  ",
      span(language.translate(status), statusStyles[status] ?? "bad"),
      `  ${whatOf(call.effects, language)}`,
      span(`  ${shownName(id)}${agent === "main" ? "" : `, ${shownName(agent)}`}`, "dim"),
    ),
    ...indented(decisionLines(call, language), 2),
    ...(status === "ok" || outcome === null ? [] : indented(briefly(outcome.content, look), 2)),
    ...changes.flatMap(({ path, before, after }) =>
      indented(diffOf(path, before, after, contents, look), 2),
    ),
  ];
  return indented(rows, depth * 2);
}

/** The first effect that isn't a read, and how many more there are. */
function whatOf(effects: readonly Effect[], language: Language): string {
  const told = effects.find((effect) => !leavesNothing([effect])) ?? effects[0];
  if (told === undefined) return "";
  const text = describeEffect(told, ["«root»"], language);
  return effects.length === 1 ? text : `${text} (+${effects.length - 1})`;
}

function decisionLines({ decision, approvals }: TapeCall, { say }: Language): readonly Line[] {
  if (decision === null || decision.decision === "allow") return [];
  const step = decision.proof.find((each) => each.decision === decision.decision);
  return [
    line(
      span(decision.decision, decision.decision === "deny" ? "bad" : "warning"),
      span(`  ${shownName(step?.rule ?? "")}`, "dim"),
    ),
    ...approvals.map(({ outcome, by, feedback = "" }) =>
      line(
        say(
          phrase("answered: {answer}, by {who}", {
            answer: shownName(outcome),
            who: shownName(by),
          }),
        ),
        feedback === "" ? "" : `: ${shownName(feedback)}`,
      ),
    ),
  ];
}

function diffOf(
  path: string,
  before: TapedState,
  after: TapedState | null,
  contents: ReadonlyMap<string, TapeContent>,
  look: Theme,
): readonly Line[] {
  const shown = path.replace(/^«root»\//, "");
  const [was, is] = [
    textIn(before, contents),
    after === null ? undefined : textIn(after, contents),
  ];
  if (was === undefined || is === undefined)
    return [line(`${shownName(shown)}: ${before.kind} -> ${after?.kind ?? "?"}`)];
  const { text } = unifiedDiff(shown, was, is);
  return displayLines(
    { type: "diff", path: shown, diff: text },
    { look, width: Number.POSITIVE_INFINITY, isWhole: false },
  );
}

/** Null if there is no file; undefined if the tape has no text of it. */
function textIn(
  state: TapedState,
  contents: ReadonlyMap<string, TapeContent>,
): string | null | undefined {
  if (state.kind === "absent") return null;
  return state.kind === "file" ? contents.get(state.content ?? "")?.text : undefined;
}

function briefly(content: Parameters<typeof contentLines>[0], look: Theme): readonly Line[] {
  return contentLines(content, {
    look,
    width: Number.POSITIVE_INFINITY,
    isWhole: false,
    limits,
  });
}

const limits = { ...briefLimits, hint: phrase("--json shows all") };

type Said = Parameters<typeof contentLines>[0];

/** The words of the person and the model; calls are shown by themselves. */
function messageLines({ record }: TapeMessage, look: Theme): readonly Line[] {
  switch (record.type) {
    case "user":
      return briefly(record["content"] as Said, look).map((row, at) =>
        at === 0 ? [...line(span(`${look.glyphs.prompt} `, "accent")), ...row] : row,
      );
    case "begun":
    case "answer":
      return briefly(
        (record["parts"] as Said).filter(({ type }) => type === "text"),
        look,
      );
    case "end":
      return [line(span(shownName(String(record["status"])), "dim"))];
    default:
      return [];
  }
}
