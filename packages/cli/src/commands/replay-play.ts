import { type Language, recorded, shownName } from "@toolwright/core/internal";
import { type Difference, type ReplayReport, replayTape } from "@toolwright/runtime/internal";
import { unifiedDiff } from "@toolwright/tools";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { counted, phrase } from "../language/phrase.ts";
import { noticeOn } from "../output/notices.ts";
import { textOutput } from "../output/text-output.ts";
import { displayLines } from "../terminal/transcript/display-lines.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import type { Theme } from "../text/theme.ts";

/** Plays a tape and prints what is different. Status 1 if anything is. */
export async function replayPlay(
  { arguments: parsed, program }: CommandRun,
  file: string,
): Promise<number> {
  const { environment, cwd, administratorFile, stdout } = program;
  const report = await replayTape({
    file,
    isReal: parsed.has("real"),
    model: modelFrom(parsed),
    allowsEdits: parsed.has("allow-edits"),
    place: {
      ...globalOptions(parsed),
      environment,
      cwd,
      ...(administratorFile !== undefined && { administratorFile }),
    },
    onNotice: noticeOn(program),
  });
  const isSame = report.differences.length === 0;
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ ...report, same: isSame })}\n`
      : linesText(
          reportLines(report, parsed.has("assert"), lookFor(stdout, program)),
          lookFor(stdout, program),
        ),
  );
  return isSame ? 0 : 1;
}

function modelFrom(
  parsed: ParsedArguments,
): { readonly model: string; readonly baseUrl: string | undefined } | undefined {
  const model = parsed.value("model");
  return model === undefined ? undefined : { model, baseUrl: parsed.value("base-url") };
}

function reportLines(report: ReplayReport, isShort: boolean, look: Theme): readonly Line[] {
  const { differences, notPlayed, notes } = report;
  const isSilent = isShort && differences.length === 0;
  if (isSilent) return [];
  const { say } = look.language;
  return [
    ...differences.flatMap((difference) => differenceLines(difference, look)),
    ...(isShort
      ? []
      : notPlayed.map(({ call, tool, reason }) =>
          line(span(say(phrase("not played")), "dim"), `  ${nameOf({ call, tool })}: ${reason}`),
        )),
    ...notes.map((note) => line(span(note, "warning"))),
    line(span(summaryOf(report, look.language), differences.length === 0 ? "good" : "bad")),
  ];
}

function summaryOf({ calls, differences, notPlayed }: ReplayReport, { say }: Language): string {
  const played = counted("{count} call", "{count} calls", { count: calls });
  const omitted = notPlayed.length;
  if (differences.length > 0)
    return say(
      phrase("{calls}: {differences}, {notPlayed} not played.", {
        calls: played,
        differences: counted("{count} difference", "{count} differences", {
          count: differences.length,
        }),
        notPlayed: omitted,
      }),
    );
  return say(
    phrase("{calls}: the same, {notPlayed} not played.", { calls: played, notPlayed: omitted }),
  );
}

function differenceLines(difference: Difference, look: Theme): readonly Line[] {
  const { kind, recorded: then, now, rule } = difference;
  const { say } = look.language;
  const head = line(span(say(recorded(kind)), "warning"), "  ", span(nameOf(difference), "strong"));
  const [one, other] = [textOf(then), textOf(now)];
  if (!one.includes("\n") && !other.includes("\n") && one.length + other.length < 160) {
    const change = `  ${shownName(one)} -> ${shownName(other)}`;
    const reason = phrase("because of: {rule}", { rule: recorded(rule ?? "") });
    const because = rule === undefined ? "" : `  ${say(reason)}`;
    return [[...head, ...line(change, span(because, "dim"))]];
  }
  const whole = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);
  const { text } = unifiedDiff(kind, whole(one), whole(other));
  const rows = displayLines(
    { type: "diff", path: kind, diff: text },
    { look, width: Number.POSITIVE_INFINITY, isWhole: false },
  );
  return [head, ...rows, emptyLine];
}

/** A tape's names may deceive. */
function nameOf({ call, tool }: Pick<Difference, "call" | "tool">): string {
  const name = shownName(tool ?? "");
  return call === null ? name : `${name} (${shownName(call)})`;
}

/** An outcome's text as it is; everything else as JSON, a line for each part. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (isOutcome(value)) {
    const { status, code, text } = value;
    const end = code === null ? status : `${status}: ${code}`;
    return text === undefined ? end : `${end}\n${text}\n`;
  }
  if (isTexts(value))
    return Object.entries(value)
      .map(([path, text]) => `${path}:\n${text}\n`)
      .join("");
  const flat = JSON.stringify(value);
  return flat.length < 80 ? flat : `${JSON.stringify(value, null, 2)}\n`;
}

/** Texts of files by path. */
function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !isOutcome(value) && Object.values(value).every((each) => typeof each === "string");
}

function isOutcome(
  value: unknown,
): value is { readonly status: string; readonly code: string | null; readonly text?: string } {
  return typeof value === "object" && value !== null && "status" in value && "code" in value;
}
