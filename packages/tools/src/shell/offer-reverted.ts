import { phrase } from "../language/phrase.ts";
import type { ToolContext } from "@toolwright/core";
import {
  type DeleteEffect,
  messageOf,
  shownName,
  type WriteEffect,
} from "@toolwright/core/internal";
import type { ProcessEnd, Reverted } from "@toolwright/core/ports";
import { countText } from "../text/number-text.ts";

/** The limit for one prompt; a person can't judge more changes. */
const maxAsked = 100;
const maxNamed = 10;

/** Ends that were already offered. */
const offered = new WeakSet<ProcessEnd>();

/**
 * Requests the effects of a confined command's forbidden changes, which were undone. Allowed changes are
 * restored. Returns the outcome for the model; null if there is nothing to say. Each end is offered once.
 */
export async function offerReverted(end: ProcessEnd, context: ToolContext): Promise<string | null> {
  const { reverted = [] } = end;

  if (reverted.length === 0 || offered.has(end)) return null;
  offered.add(end);
  const lasting = reverted.filter(({ problem }) => problem !== undefined);
  const gone = reverted.filter(({ problem }) => problem === undefined);
  const against = gone.length === 0 ? null : await whyNot(gone, context);
  const problems = lasting.map(
    ({ path, problem }) => `${nameOf(path, context)} couldn't be undone: ${problem}.`,
  );
  if (gone.length === 0) return problems.join("\n");
  const names = namesOf(gone, context);
  if (against !== null) {
    const text = `The command changed protected paths without a grant: ${names}. These changes were undone; its other changes remain.`;
    return [text, against, ...problems].filter((line) => line !== "").join("\n");
  }
  for (const { path, putInPlace } of gone) {
    const problem = putInPlace();
    if (problem !== null)
      problems.push(`${nameOf(path, context)} couldn't be restored: ${problem}`);
  }
  return problems.length === 0 ? null : problems.join("\n");
}

/** The reason against the changes; null if all are allowed. */
async function whyNot(changes: readonly Reverted[], context: ToolContext): Promise<string | null> {
  if (changes.length > maxAsked)
    return `There are too many changes to prompt for (at most ${maxAsked}).`;
  try {
    return await context.requestEffects(
      changes.flatMap(effectsOf),
      context.language.say(
        phrase(
          "The command changed protected paths: {paths}. The changes were undone. Restore them?",
          { paths: namesOf(changes, context) },
        ),
      ),
    );
  } catch (thrown) {
    // Cancelled, or a path can no longer be resolved: the changes stay undone.
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

/** An absolute path in the form for the model. */
export function shownInWorkspace(path: string, roots: readonly string[]): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return shownName(root === undefined ? path : path.slice(root.length + 1));
}
