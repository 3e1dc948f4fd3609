import type { AgentEvent, AgentResult, AgentRun } from "@toolwright/agent";
import type { Outcome, Session } from "@toolwright/core";
import { type Phrase, revealHidden } from "@toolwright/core/internal";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { workspaceFlag } from "../text/shell-word.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { RunProgress } from "./run-progress.ts";

/** Where no terminal has a width. One line of a minified file can be a megabyte. */
const maxRowLength = 500;

/** Every event as a line of JSON. */
export async function printJsonEvents(
  run: AgentRun,
  session: Session,
  { stdout }: ProgramContext,
): Promise<void> {
  const output = textOutput(stdout);
  output.onClose(() => run.cancel("The reader has gone."));
  for await (const event of run) {
    const staged = event.type === "session-end" ? await endOfStage(session) : undefined;
    await output.write(
      `${JSON.stringify(staged === undefined ? event : withStage(event, staged))}\n`,
    );
  }
}

const ended = new WeakMap<Session, Promise<Outcome | undefined>>();

/** The end of the session's stage, which ends once. */
export function endOfStage(session: Session): Promise<Outcome | undefined> {
  const known = ended.get(session) ?? session.endStage();
  ended.set(session, known);
  return known;
}

/** The last event. A task whose changes were dropped isn't done. */
function withStage<Event extends AgentEvent>(
  event: Event,
  { status, staged, error }: Outcome,
): Event {
  if (event.type !== "session-end") return event;
  const isDropped = event.status === "done" && status !== "ok";
  const end = isDropped ? { status: "refused" as const, reason: error?.message } : {};
  return { ...event, ...end, staged };
}

/**
 * The last text, or the output of a schema as JSON, on standard output; on standard error what happens meanwhile, and
 * what it took. `isOnlyOutput`: a text that isn't the output must not reach a program that reads JSON.
 */
export async function printEvents(
  run: AgentRun,
  program: ProgramContext,
  {
    session: { workspace, policy },
    isOnlyOutput,
  }: {
    readonly session: Pick<Session, "workspace" | "policy">;
    readonly isOnlyOutput: boolean;
  },
): Promise<void> {
  const { stderr, stdout } = program;
  const look = lookFor(stderr, program);
  const print = (lines: readonly Line[]): Promise<void> | undefined =>
    textOutput(stderr).write(linesText(lines, look));
  const width = stderr.isTTY === true ? (stderr.columns ?? 80) : maxRowLength;
  const undoFlags = workspaceFlag(workspace.cwd, program);
  const progress = new RunProgress({ look, width, undoFlags });
  for await (const event of run) {
    if (event.type === "session-start") {
      const place = [event.model, workspace.cwd, policy.mode].join(` ${look.glyphs.dot} `);
      await print([line(span(place, "dim"))]);
    }
    await print(progress.linesFor(event));
  }
  const result = await run;
  // Where both are one terminal, the text stands out.
  const gap = stderr.isTTY === true && stdout.isTTY === true ? [emptyLine] : [];
  await print(gap);
  const said = isOnlyOutput && result.output === undefined ? "" : finalText(result);
  if (said !== "") await textOutput(stdout).write(`${said}\n`);
  await print([...gap, ...progress.endLines(result)]);
}

function finalText({ text, output }: AgentResult): string {
  return output === undefined ? revealHidden(text, "text") : JSON.stringify(output, null, 2);
}

/** Prints a text for the person on standard error. */
export async function printProgress(text: string | Phrase, program: ProgramContext): Promise<void> {
  const line = typeof text === "string" ? text : program.language.say(text);
  await textOutput(program.stderr).write(`${revealHidden(line, "text")}\n`);
}
