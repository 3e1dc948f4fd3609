import { type Effect, kindOf } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import { mapStrings } from "./redact.ts";
import type { Validated } from "./stages.ts";

/** What a call's input becomes once its placeholders stand for secrets again. */
interface ResolvedInput {
  /** As the tool's schema parsed it. */
  readonly input: unknown;
  /** One effect for each secret: shown, and asked in every mode. Empty when nothing was resolved. */
  readonly secrets: readonly EnvironmentEffect[];
  /** No value has a character that means something to a shell. */
  readonly isPlain: boolean;
  /** Why placeholders stay the text that they are. Null when none do. */
  readonly leftAlone: string | null;
}

/** What a shell takes as it is, wherever it stands in a word. */
const plainValue = /^[\w./+=:@-]+$/;

/** Whether there is something in the input to resolve, or to unmark. */
export function hasPlaceholders({ call, given }: Validated): boolean {
  return call.session.redactor?.resolve !== undefined && hasText(given, "«secret:");
}

/**
 * The input with the values of its secrets. Literal text that only looks like a placeholder becomes
 * itself again.
 *
 * Nothing but the tool is to see what this gives: people, hooks and the journal see what was given.
 */
export async function resolveInput({
  call,
  registered,
  given,
  input,
}: Validated): Promise<ResolvedInput> {
  const { redactor } = call.session;
  const values = new Map<string, string>();
  let isPlain = true;
  const value = mapStrings(given, (text) => {
    const resolved = redactor?.resolve?.(text) ?? { text, secrets: values };
    for (const [name, secret] of resolved.secrets) {
      values.set(name, secret);
      isPlain &&= plainValue.test(secret);
    }
    return resolved.text;
  });
  const secrets = [...values.keys()].toSorted().map(secretEffect);
  const checked = await registered.input.validate(value);
  if (checked.issues === undefined) {
    return { input: checked.value, secrets, isPlain, leftAlone: null };
  }
  const leftAlone = describeLeftAlone(secrets, "the value doesn't fit there");
  return { input, secrets: [], isPlain, leftAlone };
}

const secretEffect = (variable: string): EnvironmentEffect => ({
  type: "environment",
  variable,
  value: true,
  isSecret: true,
});

/** Why values must not get into a call of these effects; null when they may. */
export function reasonAgainst(effects: readonly Effect[], isPlain: boolean): string | null {
  let isUsed = false;
  for (const effect of effects) {
    const use = kindOf(effect).secretUse(effect, isPlain);
    if (typeof use === "object") return use.against;
    isUsed ||= use === "used";
  }
  return isUsed ? null : "the call neither writes a file nor runs a command";
}

/** Says that placeholders were taken as the text that they are. Null when there are none. */
export function describeLeftAlone(
  secrets: readonly EnvironmentEffect[],
  reason: string,
): string | null {
  if (secrets.length === 0) return null;
  const shown = secrets.map(({ variable }) => `«secret:${variable}»`).join(", ");
  return `${shown} ${secrets.length === 1 ? "was" : "were"} taken as text and not replaced by the secret: ${reason}.`;
}

function hasText(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.includes(wanted);
  if (typeof value !== "object" || value === null) return false;
  for (const [key, item] of Object.entries(value)) {
    if (key.includes(wanted) || hasText(item, wanted)) return true;
  }
  return false;
}
