import stringWidth from "string-width";
import type { Language } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { Command } from "../arguments/command.ts";
import { placesOf } from "./policy-controller.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, padColumns, span, type Style } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import type { Check, CheckStatus } from "../doctor/check.ts";
import { examine } from "../doctor/examine.ts";

const styles: Record<CheckStatus, Style> = { ok: "good", warn: "warning", fail: "bad" };

/** `toolwright doctor`: shows what works, what doesn't, and how to fix it. */
export const doctor: Command = async ({ arguments: parsed, program, version }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("doctor", extra);
  const { stdout, language } = program;
  const checks = await examine(placesOf(parsed, program), program);
  const told = checks.map(({ name, status, found, fix }) => ({
    name,
    status,
    found: language.say(found),
    fix: fix && language.say(fix),
  }));
  const isWell = checks.every(({ status }) => status !== "fail");
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ version, ok: isWell, checks: told }, null, 2)}\n`
      : linesText(
          [line(span(`toolwright ${version}`, "strong")), ...checkLines(told, language)],
          lookFor(stdout, program),
        ),
  );
  return isWell ? 0 : 1;
};

interface ToldCheck extends Pick<Check, "name" | "status"> {
  readonly found: string;
  readonly fix: string | null;
}

function checkLines(checks: readonly ToldCheck[], { say, translate }: Language): readonly Line[] {
  const names = checks.map(({ name }) => translate(name));
  const width = Math.max(...names.map((name) => stringWidth(name)));
  const statusWidth = Math.max(...checks.map(({ status }) => stringWidth(translate(status))), 4);
  return checks.flatMap(({ status, found, fix }, index) => {
    const head = [
      span(padColumns(translate(status), statusWidth), styles[status]),
      span(padColumns(names[index] ?? "", width), "strong"),
    ];
    const row = line(...head.flatMap((piece) => [piece, "  "]), found);
    return fix === null
      ? [row]
      : [row, line(span(`      ${say(phrase("to fix: {fix}", { fix }))}`, "dim"))];
  });
}
