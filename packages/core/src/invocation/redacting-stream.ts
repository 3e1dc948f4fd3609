import type { RedactingStream, Redactor } from "../ports/redactor.ts";

/** A redactor's own stream. One without streams gets whole lines, so that no cut hides a secret from it. */
export function redactingStream(
  redactor: Redactor,
  options: { readonly isHidden?: boolean } = {},
): RedactingStream {
  return redactor.stream?.(options) ?? lineStream(redactor, options.isHidden === true);
}

/** Longer lines are redacted in parts. */
const maxHeldCharacters = 128 * 1024;

function lineStream(redactor: Redactor, isHidden: boolean): RedactingStream {
  const redact = (text: string): string =>
    (isHidden ? redactor.redactModelText?.(text) : undefined) ?? redactor.redact(text);
  let held = "";
  return {
    push(text) {
      held += text;
      const lineEnd = held.lastIndexOf("\n") + 1;
      const upTo = lineEnd === 0 && held.length > maxHeldCharacters ? held.length : lineEnd;
      const whole = held.slice(0, upTo);
      held = held.slice(upTo);
      return whole === "" ? "" : redact(whole);
    },
    end: () => redact(held),
  };
}
