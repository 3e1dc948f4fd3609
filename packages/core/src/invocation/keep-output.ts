import type { RedactingStream, Redactor } from "../ports/redactor.ts";
import type { OutputKeeper, StoredOutput } from "../ports/output-store.ts";
import type { Call } from "./call.ts";

/** Stores an output of the call while it arrives, redacted. */
export function saveOutput(call: Call): OutputKeeper | undefined {
  const { outputStore, redactor, id: sessionId } = call.session;
  const opened = outputStore?.open({ sessionId, callId: call.callId });
  if (opened === undefined) return undefined;
  const keeper = notedKeeper(opened, call);
  return redactor === undefined ? keeper : redactedKeeper(keeper, streamOf(redactor));
}

/** The stored output has the labels of the call. */
function notedKeeper(keeper: OutputKeeper, call: Call): OutputKeeper {
  return {
    write: (chunk) => keeper.write(chunk),
    async end() {
      const stored = await keeper.end();
      noteStored(call, stored);
      return stored;
    },
    discard: () => keeper.discard(),
  };
}

export function noteStored(call: Call, { handle }: StoredOutput): void {
  const { labels } = call.session;
  if (handle === null || labels === undefined) return;
  // The output of a command that went on in the background.
  if (call.isOver) labels.noteOutput(handle, [...labels.context.keys()]);
  call.storedOutputs = [...call.storedOutputs, handle];
}

function redactedKeeper(keeper: OutputKeeper, stream: RedactingStream): OutputKeeper {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let hasFailed = false;
  // If the redactor fails, nothing unredacted may be stored.
  const send = (redacted: () => string): void | Promise<void> => {
    if (hasFailed) return undefined;
    try {
      const text = redacted();
      return text === "" ? undefined : keeper.write(encoder.encode(text));
    } catch {
      hasFailed = true;
      return undefined;
    }
  };
  return {
    write: (chunk) => send(() => stream.push(decoder.decode(chunk, { stream: true }))),
    async end() {
      await send(() => stream.push(decoder.decode()) + stream.end());
      if (!hasFailed) return keeper.end();
      await keeper.discard();
      return { handle: null, reason: "its secrets could not be redacted." };
    },
    discard: () => keeper.discard(),
  };
}

/** A redactor without streams gets whole lines. */
function streamOf(redactor: Redactor): RedactingStream {
  return redactor.stream?.() ?? lineStream(redactor);
}

/** Longer lines are redacted in parts. */
const maxHeldCharacters = 128 * 1024;

function lineStream(redactor: Redactor): RedactingStream {
  let held = "";
  return {
    push(text) {
      held += text;
      const lineEnd = held.lastIndexOf("\n") + 1;
      const upTo = lineEnd === 0 && held.length > maxHeldCharacters ? held.length : lineEnd;
      const whole = held.slice(0, upTo);
      held = held.slice(upTo);
      return whole === "" ? "" : redactor.redact(whole);
    },
    end: () => redactor.redact(held),
  };
}
