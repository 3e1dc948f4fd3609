import type { RedactingStream } from "../ports/redactor.ts";
import type { OutputKeeper, StoredOutput } from "../ports/output-store.ts";
import type { Call } from "./call.ts";
import { redactingStream } from "./redacting-stream.ts";

/** Stores an output of the call while it arrives, redacted. */
export function saveOutput(call: Call): OutputKeeper | undefined {
  const { outputStore, redactor, id: sessionId } = call.session;
  const opened = outputStore?.open({ sessionId, callId: call.callId });
  if (opened === undefined) return undefined;
  const keeper = notedKeeper(opened, call);
  return redactor === undefined ? keeper : redactedKeeper(keeper, redactingStream(redactor));
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
