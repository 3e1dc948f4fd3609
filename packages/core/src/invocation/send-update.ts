import type { Call } from "./call.ts";
import type { InvocationUpdate, InvocationUpdateEvent } from "./event.ts";
import { madeOfShown, type Shown, shownFields, shownWhole } from "./outlet.ts";
import { redactDeep } from "./redact.ts";
import type { Running } from "./stages.ts";

/** Tells what a call has to show while it runs; of its output as much as no secret can begin in. */
export function sendUpdate(running: Running, { output, ...rest }: InvocationUpdate): void {
  const { call } = running;
  if (call.isOver) return;
  const { redactor } = call.session;
  if (output === undefined || redactor?.stream === undefined) {
    const update: InvocationUpdate = { ...rest, ...(output !== undefined && { output }) };
    emit(call, redactDeep(update, redactor));
    return;
  }
  running.output ??= redactor.stream();
  const shown = running.output.push(output);
  if (shown === "" && Object.keys(rest).length === 0) return;
  const update: InvocationUpdate = rest;
  emit(
    call,
    shownWhole<InvocationUpdate>({
      ...shownFields(redactDeep(update, redactor)),
      // A redacting stream gave it.
      ...(shown !== "" && { output: madeOfShown(shown) }),
    }),
  );
}

/** Tells what was kept back of the output, once there will be no more. */
export function sendLastOutput(running: Running): void {
  const { output } = running;
  running.output = null;
  try {
    const rest = output?.end() ?? "";
    if (rest !== "") emit(running.call, madeOfShown<InvocationUpdate>({ output: rest }));
  } catch {
    // A redactor that fails shows nothing.
  }
}

function emit(call: Call, update: Shown<InvocationUpdate>): void {
  const { session, callId } = call;
  call.emit(
    shownWhole<InvocationUpdateEvent>({
      type: "invocation-update",
      sessionId: session.id,
      callId,
      update,
    }),
  );
}
