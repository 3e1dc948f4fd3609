import {
  LOG_LEVEL_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallOptions, Invocation, Outcome } from "@toolwright/core";
import type { LogLevel } from "@toolwright/core/internal";
import type { HeldCall } from "./held-call.ts";
import { tellProgress } from "./progress-notes.ts";

/** Waits for the outcome of an older host's call, with progress notifications. */
export async function untilEnded(
  invocation: Invocation,
  context: ServerContext,
  logLevel: LogLevel | undefined,
): Promise<Outcome> {
  const stop = cancelWith(invocation, context.mcpReq.signal);
  try {
    const isOpen = (): boolean => !context.mcpReq.signal.aborted;
    if (isTold(context, logLevel)) {
      await tellProgress(invocation, context, { logLevel, isOpen });
    }
    return await invocation.outcome;
  } finally {
    stop();
  }
}

/** Waits until a newer host's call ends or asks, with progress notifications. */
export async function untilTurn(
  call: HeldCall,
  invocation: Invocation,
  context: ServerContext,
  logLevel: LogLevel | undefined,
): ReturnType<HeldCall["next"]> {
  const stop = cancelWith(invocation, context.mcpReq.signal);
  let isOpen = true;
  const told = isTold(context, logLevel)
    ? tellProgress(invocation, context, { logLevel, isOpen: () => isOpen })
    : undefined;
  try {
    const turn = await call.next(invocation);
    if (turn.kind === "ended") await told;
    return turn;
  } finally {
    // No notifications may follow an answered request.
    isOpen = false;
    stop();
  }
}

function isTold({ mcpReq }: ServerContext, logLevel: LogLevel | undefined): boolean {
  return logLevel !== undefined || mcpReq._meta?.progressToken !== undefined;
}

export function optionsFor(logLevel: LogLevel | undefined): CallOptions {
  return logLevel === undefined ? {} : { logLevel };
}

/** A newer host's log level for this request. The SDK has validated it. */
export function logLevelIn(envelope: Readonly<Record<string, unknown>>): LogLevel | undefined {
  return envelope[LOG_LEVEL_META_KEY] as LogLevel | undefined;
}

function cancelWith(invocation: Invocation, signal: AbortSignal): () => void {
  const cancel = (): void => invocation.cancel("The host cancelled the call.");
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  return () => signal.removeEventListener("abort", cancel);
}

/**
 * The protocol's error for a host that cannot show a question. Its text is for the host's model.
 */
export function notAble(lacking: "form" | "url", { content }: Outcome): ProtocolError {
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const requiredCapabilities = { elicitation: { [lacking]: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities }, texts.join("\n"));
}

/** Hosts pass the message on, so it addresses the model as well. */
export function notContinued(state: "gone" | "different"): ProtocolError {
  const message =
    state === "different"
      ? "Nothing was run: an answer must come with the same call, that is, the same name and arguments."
      : "Nothing was run: the question is no longer open. It was answered before, it expired, or the server was restarted. Call the tool again without requestState.";
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    reason: "invalid_request_state",
  });
}
