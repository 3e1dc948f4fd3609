import type { Command } from "../arguments/command.ts";
import { placesOf } from "./policy-controller.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, span, type Style } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import type { Check, CheckStatus } from "../doctor/check.ts";
import { examine } from "../doctor/examine.ts";

const styles: Record<CheckStatus, Style> = { ok: "good", warn: "warning", fail: "bad" };

/** `toolwright doctor`: shows what works, what doesn't, and how to fix it. */
export const doctor: Command = async ({ arguments: parsed, program, version }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw usageError(`doctor takes no arguments, but got '${extra}'.`);
  const { stdout, environment } = program;
  const checks = await examine(placesOf(parsed, program), program);
  const isWell = checks.every(({ status }) => status !== "fail");
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ version, ok: isWell, checks }, null, 2)}\n`
      : linesText(
          [line(span(`toolwright ${version}`, "strong")), ...checkLines(checks)],
          lookFor(stdout, environment),
        ),
  );
  return isWell ? 0 : 1;
};

function checkLines(checks: readonly Check[]): readonly Line[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.flatMap(({ name, status, found, fix }) => {
    const head = [span(status.padEnd(4), styles[status]), span(name.padEnd(width), "strong")];
    const row = line(...head.flatMap((piece) => [piece, "  "]), found);
    return fix === null ? [row] : [row, line(span(`      to fix: ${fix}`, "dim"))];
  });
}
