import { type Effect, kindOf } from "../effects/effect.ts";
import type { EnvironmentEffect } from "../effects/kinds/environment.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Call } from "./call.ts";
import { mapStrings } from "./redact.ts";

/** What a call's input becomes once its placeholders stand for secrets again. */
export interface ResolvedInput {
  /** As the tool's schema parsed it. */
  readonly input: unknown;
  /** One effect for each secret: shown, and asked in every mode. */
  readonly effects: readonly EnvironmentEffect[];
  readonly names: readonly string[];
  /** No value has a character that means something to a shell. */
  readonly isPlain: boolean;
}

/** What a shell takes as it is, wherever it stands in a word. */
const plainValue = /^[\w./+=:@-]+$/;

/** Whether there is something in the input to resolve, or to unmark. */
export function hasPlaceholders({ given, session: { redactor } }: Call): boolean {
  return redactor?.resolve !== undefined && hasText(given, "«secret:");
}

/**
 * The input with the values of its secrets; null when it has no placeholder of one. Literal text that
 * only looks like a placeholder becomes itself again in the call's input in any case.
 *
 * Nothing but the tool is to see what this gives: people, hooks and the journal see what was given.
 */
export async function resolveInput(
  call: Call,
  registered: RegisteredTool,
): Promise<ResolvedInput | null> {
  const { redactor } = call.session;
  if (redactor?.resolve === undefined) return null;
  const secrets = new Map<string, string>();
  let isPlain = true;
  const value = mapStrings(call.given, (text) => {
    const resolved = redactor.resolve?.(text) ?? { text, secrets };
    for (const [name, secret] of resolved.secrets) {
      secrets.set(name, secret);
      isPlain &&= plainValue.test(secret);
    }
    return resolved.text;
  });
  const checked = await registered.input.validate(value);
  if (checked.issues !== undefined) {
    leaveAlone(call, [...secrets.keys()], "the value doesn't fit there");
    return null;
  }
  if (secrets.size === 0) {
    call.input = checked.value;
    return null;
  }
  const names = [...secrets.keys()].toSorted();
  const effects = names.map((variable) => secretEffect(variable));
  return { input: checked.value, effects, names, isPlain };
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

/** Says in the result that placeholders were taken as the text that they are. */
export function leaveAlone(call: Call, names: readonly string[], reason: string): void {
  if (names.length === 0) return;
  const shown = names.map((name) => `«secret:${name}»`).join(", ");
  call.leftAlone = `${shown} ${names.length === 1 ? "was" : "were"} taken as text and not replaced by the secret: ${reason}.`;
}

function hasText(value: unknown, wanted: string): boolean {
  if (typeof value === "string") return value.includes(wanted);
  if (typeof value !== "object" || value === null) return false;
  for (const [key, item] of Object.entries(value)) {
    if (key.includes(wanted) || hasText(item, wanted)) return true;
  }
  return false;
}
