import type { Call } from "./call.ts";
import type { InvocationUpdate, InvocationUpdateEvent } from "./event.ts";
import { madeOfShown, type Shown, shownFields, shownWhole } from "./outlet.ts";
import { redactDeep, redactModelText } from "./redact.ts";
import { redactingStream } from "./redacting-stream.ts";
import type { Running } from "./stages.ts";

/** Emits an update of a running call. Holds back the end of its output if a secret might begin there. */
export function sendUpdate(running: Running, { output, ...rest }: InvocationUpdate): void {
  const { call } = running;
  if (call.isOver) return;
  const { redactor } = call.session;
  const { passesOn = false } = running.registered.tool;
  if (output === undefined || redactor === undefined || passesOn) {
    const update: InvocationUpdate = { ...rest, ...(output !== undefined && { output }) };
    emit(call, passesOn ? redactModelText(update, redactor) : redactDeep(update, redactor));
    return;
  }
  running.output ??= redactingStream(redactor);
  const shown = running.output.push(output);
  if (shown === "" && Object.keys(rest).length === 0) return;
  const update: InvocationUpdate = rest;
  emit(
    call,
    shownWhole<InvocationUpdate>({
      ...shownFields(redactDeep(update, redactor)),
      // The redacting stream returned it.
      ...(shown !== "" && { output: madeOfShown(shown) }),
    }),
  );
}

/** Emits the output that was held back, once there is no more. */
export function sendLastOutput(running: Running): void {
  const { output } = running;
  running.output = null;
  try {
    const rest = output?.end() ?? "";
    if (rest !== "") emit(running.call, madeOfShown<InvocationUpdate>({ output: rest }));
  } catch {
    // If the redactor fails, nothing is shown.
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
