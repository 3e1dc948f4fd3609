import { type Phrase, verbatim } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { ToolError } from "@toolwright/core";
import { createEnvironment, createRedactor, JournalError } from "@toolwright/workspace";
import type { RevertResult, RevertTarget } from "@toolwright/workspace/undo";
import {
  furtherRoots,
  journalOf,
  secretsFrom,
  settingsInForce,
  undoOf,
  workspaceAt,
} from "@toolwright/runtime/internal";
import { wholeNumber } from "../arguments/amounts.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { noticeOn } from "../output/notices.ts";
import { placesOf } from "./policy-controller.ts";
import { revertLines } from "./revert-lines.ts";

/** `toolwright undo`: undoes what calls changed. */
export const undo: Command = (run) => revert("undo", run);

/** `toolwright redo`: redoes what an undo reverted. */
export const redo: Command = (run) => revert("redo", run);

async function revert(
  kind: "undo" | "redo",
  { arguments: parsed, program }: CommandRun,
): Promise<number> {
  const target = targetFrom(kind, parsed);
  const how = { force: parsed.has("force"), isDryRun: parsed.has("dry-run") };
  const places = placesOf(parsed, program);
  const { files } = await settingsInForce(places);
  const workspace = workspaceAt(places, furtherRoots(files, places));
  const environment = createEnvironment(program.environment);
  const journal = journalOf(places, {
    files,
    workspace,
    isRequired: true,
    onNotice: noticeOn(program),
  });
  const redactor = createRedactor({
    environment,
    roots: workspace.roots,
    wishes: secretsFrom(files),
  });
  try {
    const { undo: keeper } = await undoOf({
      journal,
      workspace,
      places,
      environment,
      redactor,
    });
    const result = await keeper[kind](target, how);
    const { stdout, language } = program;
    const rows = revertLines(result, {
      kind,
      isDryRun: how.isDryRun,
      roots: workspace.roots,
      language,
    });
    if (parsed.has("json")) await textOutput(stdout).write(`${JSON.stringify(jsonOf(result))}\n`);
    else {
      const stream = result.outcome === "done" ? stdout : program.stderr;
      await textOutput(stream).write(linesText(rows, lookFor(stream, program)));
    }
    return result.outcome === "done" ? 0 : 1;
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) && !JournalError.isInstance(thrown)) throw thrown;
    const { stderr, language } = program;
    const rows = [line(`toolwright: ${redactor.redact(language.translate(thrown.message))}`)];
    await textOutput(stderr).write(linesText(rows, lookFor(stderr, program)));
    return 1;
  } finally {
    journal.close();
  }
}

function targetFrom(kind: "undo" | "redo", parsed: ParsedArguments): RevertTarget {
  const [id, extra] = parsed.positionals;
  const [callId, turn, sessionId, to] = ["call", "turn", "session", "to"].map((flag) =>
    parsed.value(flag),
  );
  const given = [id, callId, turn, to].filter((value) => value !== undefined);
  if (extra !== undefined || given.length > 1) {
    throw usageError(
      phrase("Name only one target. For the kinds of targets: toolwright {kind} --help", { kind }),
    );
  }
  if (id !== undefined) return { type: "entry", entry: entryFrom(phrase("The entry"), id) };
  if (to !== undefined) return { type: "to", entry: entryFrom(verbatim("--to"), to) };
  const within = sessionId === undefined ? {} : { sessionId };
  if (callId !== undefined) return { type: "call", callId, ...within };
  if (turn !== undefined) return { type: "turn", turn: wholeNumber("--turn", turn), ...within };
  return sessionId === undefined ? { type: "last" } : { type: "session", sessionId };
}

/** Reads an entry's number, with or without its #. */
function entryFrom(what: Phrase, given: string): number {
  return wholeNumber(what, given.replace(/^#/, ""));
}

/** The result without file contents, which may be of any size. */
function jsonOf(result: RevertResult): object {
  if (result.outcome === "foreign") {
    return {
      ...result,
      changes: result.changes.map(
        ({ leftContent: _left, foundContent: _found, ...change }) => change,
      ),
    };
  }
  if (result.outcome === "nothing") return result;
  return {
    ...result,
    reverted: result.reverted.map(({ id, tool, callId }) => ({ id, tool, callId })),
  };
}
