import { phrase } from "../language/phrase.ts";
import { isUtf8 } from "node:buffer";
import type { Effect, Explanation, Session } from "@toolwright/core";
import { unknownPart, recorded } from "@toolwright/core/internal";
import { openSession } from "./open-session.ts";
import type { Command } from "../arguments/command.ts";
import { bringGivenLabels } from "../arguments/given-labels.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { maxInputBytes } from "../input/given-input.ts";
import { type InputLine, LineSplitter } from "../input/line-splitter.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { line, span, type Style } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { commandToolOf } from "./command-tool.ts";

/** One command line's decision, as `policy check` prints it. */
interface CheckedCommand {
  /** Null if the input line has none. */
  readonly command: string | null;
  readonly decision: "allow" | "ask" | "deny";
  readonly effects: readonly Effect[];
  /** Whether the effects cover everything that the command does. */
  readonly complete: boolean;
  /** Why the effects aren't complete, or the line wasn't decided. */
  readonly reasons: readonly string[];
  /** The rule that decided; null if none did. */
  readonly rule: string | null;
}

/** `toolwright policy check`: decides command lines without running them. */
export const policyCheck: Command = async ({ arguments: parsed, program }) => {
  const isStream = parsed.has("stdin");
  const [command, extra] = parsed.positionals;
  if (isStream === (command !== undefined) || extra !== undefined) {
    throw usageError(
      phrase("Give one command line in quotes, or --stdin: toolwright policy check 'npm test'"),
    );
  }
  // The profile doesn't change the decision, and this one has a command tool.
  const opened = await openSession(globalOptions(parsed), program, { profile: "canonical" });
  try {
    const { session } = opened;
    bringGivenLabels(parsed, session);
    const tool = commandToolOf(session);
    if (tool === undefined) {
      throw usageError(
        phrase(
          "There is no command tool here, so there is nothing to check. For the reason: toolwright tools --all",
        ),
      );
    }
    const check = async (given: unknown): Promise<CheckedCommand> =>
      checkCommand(session, tool, given);
    if (command === undefined) return await checkLines(check, program);
    await print(await check(command), parsed.has("json"), program);
    return 0;
  } finally {
    await opened.close();
  }
};

async function checkCommand(
  session: Session,
  tool: string,
  command: unknown,
): Promise<CheckedCommand> {
  if (typeof command !== "string") return undecided("'command' isn't a string");
  const explanation = await session.explain({ name: tool, input: { command } });
  const { effects, decision, error } = explanation;
  if (decision === null) return { ...undecided(error?.message ?? "nothing was decided"), command };
  const unknowns = effects.map(unknownPart).filter((reason) => reason !== null);
  return {
    command,
    decision: decision.decision,
    effects,
    complete: unknowns.length === 0,
    reasons: unknowns,
    rule: decidingRule(explanation),
  };
}

/** Denies a line that isn't a valid command, because it would never run. */
function undecided(reason: string): CheckedCommand {
  return {
    command: null,
    decision: "deny",
    effects: [],
    complete: false,
    reasons: [reason],
    rule: null,
  };
}

function decidingRule({ decision }: Explanation): string | null {
  return decision?.proof.find((step) => step.decision === decision.decision)?.rule ?? null;
}

async function checkLines(
  check: (given: unknown) => Promise<CheckedCommand>,
  { stdin, stdout }: ProgramContext,
): Promise<number> {
  const output = textOutput(stdout);
  const answer = async (given: InputLine): Promise<void> => {
    if (output.isClosed) return;
    const read = readLine(given);
    const checked = "reason" in read ? undecided(read.reason) : await check(read.command);
    await output.write(`${JSON.stringify(checked)}\n`);
  };
  const splitter = new LineSplitter(maxInputBytes);
  for await (const chunk of stdin as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    for (const given of splitter.push(bytes)) await answer(given);
  }
  const rest = splitter.end();
  if (rest !== null) await answer(rest);
  return output.isClosed ? 1 : 0;
}

function readLine(given: InputLine): { readonly command: unknown } | { readonly reason: string } {
  const expected = 'each line is {"command": "…"}';
  if (given.isTooLong === true) return { reason: `the line is too long (${given.size} bytes)` };
  if (!isUtf8(given.bytes)) return { reason: "the line isn't UTF-8 text" };
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(given.bytes).toString());
  } catch {
    return { reason: `the line is invalid JSON: ${expected}` };
  }
  if (typeof parsed === "object" && parsed !== null && "command" in parsed) {
    return { command: parsed.command };
  }
  return { reason: `the line has no command: ${expected}` };
}

const styles: Record<CheckedCommand["decision"], Style> = {
  allow: "good",
  ask: "warning",
  deny: "bad",
};

async function print(
  checked: CheckedCommand,
  isJson: boolean,
  program: ProgramContext,
): Promise<void> {
  const { stdout, language } = program;
  if (isJson) {
    await textOutput(stdout).write(`${JSON.stringify(checked)}\n`);
    return;
  }
  const { decision, command, rule, reasons } = checked;
  const rows = [
    line(span(decision, styles[decision]), "  ", span(command ?? "")),
    ...(rule === null ? [] : [line(span(`  ${language.translate(rule)}`, "dim"))]),
    ...reasons.map((reason) => {
      const unknown = phrase("unknown: {reason}", { reason: recorded(reason) });
      return line(span(`  ${language.say(unknown)}`, "dim"));
    }),
  ];
  await textOutput(stdout).write(linesText(rows, lookFor(stdout, program)));
}
