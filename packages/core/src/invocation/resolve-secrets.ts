import { type Effect, kindOf } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import { mapStrings } from "./redact.ts";
import type { Validated } from "./stages.ts";

/** A call's input with its placeholders replaced by secrets. */
interface ResolvedInput {
  /** The input as parsed by the tool's schema. */
  readonly input: unknown;
  /** One effect for each secret, which needs approval in every mode. Empty when nothing was resolved. */
  readonly secrets: readonly EnvironmentEffect[];
  /** Whether no value has a character that a shell interprets. */
  readonly isPlain: boolean;
  /** Why placeholders stay plain text. Null when none do. */
  readonly leftAlone: string | null;
}

/** Text that a shell takes literally at any position in a word. */
const plainValue = /^[\w./+=:@-]+$/;

/** Whether the input contains placeholders for the tool, genuine or marked as literal. */
export function hasPlaceholders({ call, registered, given }: Validated): boolean {
  if (registered.tool.passesOn === true) return false;
  return call.session.redactor?.resolve !== undefined && hasText(given, "«secret:");
}

/**
 * Replaces placeholders in the input by the values of their secrets, and removes the mark from literal
 * text that only looks like a placeholder.
 *
 * Only the tool may see the result: people, hooks and the journal see the input as given.
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
  const leftAlone = describeLeftAlone(secrets, "the tool does not accept the value there");
  return { input, secrets: [], isPlain, leftAlone };
}

const secretEffect = (variable: string): EnvironmentEffect => ({
  type: "environment",
  variable,
  value: true,
  isSecret: true,
});

/** Why a call with these effects must not get secrets; null when it may. */
export function reasonAgainst(effects: readonly Effect[], isPlain: boolean): string | null {
  let isUsed = false;
  for (const effect of effects) {
    const use = kindOf(effect).secretUse(effect, isPlain);
    if (typeof use === "object") return use.against;
    isUsed ||= use === "used";
  }
  return isUsed ? null : "the call neither writes a file nor runs a command";
}

/** A sentence that says which placeholders stayed plain text. Null when none did. */
export function describeLeftAlone(
  secrets: readonly EnvironmentEffect[],
  reason: string,
): string | null {
  if (secrets.length === 0) return null;
  const shown = secrets.map(({ variable }) => `«secret:${variable}»`).join(", ");
  return `${shown} ${secrets.length === 1 ? "was" : "were"} left as plain text, not replaced by the secret: ${reason}.`;
}

function hasText(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.includes(wanted);
  if (typeof value !== "object" || value === null) return false;
  for (const [key, item] of Object.entries(value)) {
    if (key.includes(wanted) || hasText(item, wanted)) return true;
  }
  return false;
}
