import type { Call } from "./call.ts";
import type { InvocationUpdate } from "./event.ts";
import { redactDeep } from "./redact.ts";

/** Tells what a call has to show while it runs; of its output as much as no secret can begin in. */
export function sendUpdate(call: Call, { output, ...rest }: InvocationUpdate): void {
  if (call.isOver) return;
  const { redactor } = call.session;
  if (output === undefined || redactor?.stream === undefined) {
    emit(call, redactDeep({ ...rest, ...(output !== undefined && { output }) }, redactor));
    return;
  }
  call.output ??= redactor.stream();
  const shown = call.output.push(output);
  if (shown === "" && Object.keys(rest).length === 0) return;
  emit(call, { ...redactDeep(rest, redactor), ...(shown !== "" && { output: shown }) });
}

/** What was kept back of the output, once there will be no more. */
export function sendLastOutput(call: Call): void {
  const rest = call.output?.end() ?? "";
  call.output = null;
  if (rest !== "") emit(call, { output: rest });
}

function emit(call: Call, update: InvocationUpdate): void {
  const { session, callId } = call;
  call.emit({ type: "invocation-update", sessionId: session.id, callId, update });
}
