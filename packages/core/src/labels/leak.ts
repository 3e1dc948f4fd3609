import { describeEffect } from "../effects/effect.ts";
import type { Label, LabelContext, LabelSource } from "../ports/labels.ts";
import { cutText } from "../text/cut-text.ts";

/** Whether somebody whom the person doesn't know may have written the text. */
function isUntrusted(label: Label): boolean {
  return label === "web" || label === "outside" || label.startsWith("mcp:");
}

/**
 * The sources of a secret and of untrusted text in the context. Together they are dangerous: the text may ask a model to
 * carry the secret out. Null unless both are there.
 */
export function leakIn(context: LabelContext): readonly LabelSource[] | null {
  const secret = context.get("secret");
  if (secret === undefined) return null;
  const untrusted = [...context.values()].filter(({ label }) => isUntrusted(label));
  return untrusted.length === 0 ? null : [secret, ...untrusted];
}

const maxEffectLength = 100;

/** The call that brought each label, in words: `secret from call-5 (read_file, read .env)`. */
export function describeSources(sources: readonly LabelSource[], roots: readonly string[]): string {
  return sources
    .map((source) => `${source.label} from ${describeSource(source, roots)}`)
    .join("; ");
}

function describeSource(
  { callId, tool, agent, effect }: LabelSource,
  roots: readonly string[],
): string {
  const call = callId === null ? tool : agent === undefined ? callId : `${callId} of ${agent}`;
  const shown =
    effect === undefined ? [] : [cutText(describeEffect(effect, roots), maxEffectLength)];
  const how = callId === null ? shown : [tool, ...shown];
  return how.length === 0 ? call : `${call} (${how.join(", ")})`;
}
