import type { ToolContext } from "@toolwright/core";
import {
  type DeleteEffect,
  messageOf,
  shownName,
  type WriteEffect,
} from "@toolwright/core/internal";
import type { ProcessEnd, Reverted } from "@toolwright/core/ports";
import { countText } from "../text/number-text.ts";

/** In one question; a person can't judge more. */
const maxAsked = 100;
const maxNamed = 10;

/** Ends of which the person was asked. */
const offered = new WeakSet<ProcessEnd>();

/**
 * Puts to the policy and the person what a confined command changed against the rules and what was taken back,
 * as the writes and deletions that weren't granted. What is allowed is put in place. Returns what became of it,
 * for the model; null when there is nothing to say. Each end is offered once.
 */
export async function offerReverted(end: ProcessEnd, context: ToolContext): Promise<string | null> {
  const { reverted = [] } = end;

  if (reverted.length === 0 || offered.has(end)) return null;
  offered.add(end);
  const lasting = reverted.filter(({ problem }) => problem !== undefined);
  const gone = reverted.filter(({ problem }) => problem === undefined);
  const against = gone.length === 0 ? null : await whyNot(gone, context);
  const problems = lasting.map(
    ({ path, problem }) => `${nameOf(path, context)} couldn't be taken back: ${problem}.`,
  );
  if (gone.length === 0) return problems.join("\n");
  const names = namesOf(gone, context);
  if (against !== null) {
    const text = `The command changed what is protected and wasn't granted: ${names}. That was taken back; all else it did stays.`;
    return [text, against, ...problems].filter((line) => line !== "").join("\n");
  }
  for (const { path, putInPlace } of gone) {
    const problem = putInPlace();
    if (problem !== null) problems.push(`${nameOf(path, context)} wasn't put in place: ${problem}`);
  }
  return problems.length === 0 ? null : problems.join("\n");
}

/** Null when it is all allowed. */
async function whyNot(changes: readonly Reverted[], context: ToolContext): Promise<string | null> {
  if (changes.length > maxAsked)
    return `It is too much to ask a person about (at most ${maxAsked}).`;
  try {
    return await context.requestEffects(
      changes.flatMap(effectsOf),
      `The command changed what is protected: ${namesOf(changes, context)}. It was taken back. Put it in place?`,
    );
  } catch (thrown) {
    // Cancelled meanwhile, or a path that can't be resolved any more: it stays taken back.
    return messageOf(thrown);
  }
}

function effectsOf(taken: Reverted): readonly (WriteEffect | DeleteEffect)[] {
  const { askedAs, change, isDirectory, movedFrom } = taken;
  const type = change === "deleted" ? "delete" : "write";
  const below = isDirectory && { recursive: true };
  const there = { type, path: askedAs, ...below } as const;
  return movedFrom === undefined ? [there] : [there, { type: "delete", path: movedFrom, ...below }];
}

function namesOf(changes: readonly Reverted[], context: ToolContext): string {
  const names = changes.map(({ path, change, movedFrom }) => {
    const how = movedFrom === undefined ? change : `moved from ${nameOf(movedFrom, context)}`;
    return `${nameOf(path, context)} (${how})`;
  });
  const more = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join(", ");
  return more > 0 ? `${shown} and ${countText(more)} more` : shown;
}

function nameOf(path: string, { workspace }: ToolContext): string {
  return shownInWorkspace(path, workspace.roots);
}

/** An absolute path as it is shown to a model. */
export function shownInWorkspace(path: string, roots: readonly string[]): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return shownName(root === undefined ? path : path.slice(root.length + 1));
}
