import type { LabelSource } from "@toolwright/core";
import { effectPhrase, isLabel, type Phrase, recorded, verbatim } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { line, span } from "../text/styled-line.ts";
import type { CommandContext, TerminalCommand } from "./screen/commands.ts";
import { definitionLines } from "./transcript/definition-lines.ts";

/** Lists the labels of the context with the calls that brought them; a person may clear one. */
export const labelsCommand: TerminalCommand = {
  name: "labels",
  summary: phrase(
    "show where the model's text came from; /labels clear NAME (or all) says it no longer counts",
  ),
  argument: "none",
  run: labels,
};

async function labels(argument: string, context: CommandContext): Promise<void> {
  const { session, warn } = context;
  const [verb, name, extra] = argument.split(/\s+/).filter((word) => word !== "");
  if (session.labels === undefined) {
    warn(phrase("The settings switch labels off: labels.enabled."));
  } else if (verb === undefined) list([...session.labels.context.values()], context);
  else if (verb === "clear" && name !== undefined && extra === undefined) {
    await clear(name, context);
  } else warn(phrase("Write /labels, or /labels clear NAME."));
}

function list(sources: readonly LabelSource[], { session, display, print }: CommandContext): void {
  const { say } = display.look.language;
  const { roots } = session.workspace;
  const rows = sources.map(
    (source) => [[span(source.label, "accent")], say(broughtBy(source, roots))] as const,
  );
  const hint =
    rows.length === 0
      ? phrase("The model has read nothing yet.")
      : phrase("To clear one, if its text no longer counts: /labels clear NAME");
  print([...definitionLines(rows, display.width), line(span(say(hint), "dim"))]);
}

function broughtBy({ callId, tool, effect }: LabelSource, roots: readonly string[]): Phrase {
  if (callId === null) return recorded(tool);
  const call = phrase("call {id} ({tool})", { id: callId, tool });
  return effect === undefined
    ? call
    : phrase("{call}: {effect}", { call, effect: effectPhrase(effect, roots) });
}

async function clear(name: string, context: CommandContext): Promise<void> {
  const { session, clearLabel, display, print, warn } = context;
  const present = [...(session.labels?.context.keys() ?? [])];
  const chosen = name === "all" ? present : present.filter((label) => label === name);
  if (chosen.length === 0) {
    warn(
      isLabel(name)
        ? phrase("No text with the label {name} is there.", { name })
        : phrase("There is no label {name}. To list them: /labels", { name }),
    );
    return;
  }
  for (const label of chosen) await (clearLabel?.(label) ?? session.labels?.clear(label));
  const list = chosen.map((label) => verbatim(label));
  print([line(display.look.language.say(phrase("Cleared: {list}", { list })))]);
}
