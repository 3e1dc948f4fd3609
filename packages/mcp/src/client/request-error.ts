import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { Connection } from "./connection.ts";
import {
  answerLost,
  answerTooLong,
  isRefusal,
  isUnauthorized,
  loginFor,
  reasonOf,
  statusOf,
} from "./failure.ts";
import { plainText } from "./plain-text.ts";
import type { ServerRequest } from "./server-request.ts";

/** The error of a server that exceeded its time. */
export function timeoutError(
  { answering, limits, what }: ServerRequest,
  which: "idle" | "total",
): ToolError {
  const { server } = answering;
  const { idleMs, totalMs } = limits;
  return which === "idle"
    ? new ToolError(
        "timeout",
        `The MCP server '${server}' sent nothing for ${idleMs / 1_000} s while it ran ${what}, so the call was cancelled. A higher "timeoutMs" in its settings allows more time.`,
        { details: { timeoutMs: idleMs } },
      )
    : new ToolError(
        "timeout",
        `The MCP server '${server}' ran ${what} for longer than ${totalMs / 1_000} s, so the call was cancelled.`,
        { details: { timeoutMs: totalMs } },
      );
}

/** The server does not know the session any more, so it did not run the call. */
export class SessionGone extends Error {}

/** The error of a call whose request failed. */
export async function errorOf(request: ServerRequest, thrown: unknown): Promise<Error> {
  if (ToolError.isInstance(thrown)) return thrown;
  const { answering, connection, what } = request;
  const { server } = answering;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (isUnauthorized(thrown)) {
    return new ToolError(
      "mcp-failed",
      `The MCP server '${server}' requires a login. Next step for the person: ${loginFor(server, thrown)}`,
      { cause: thrown },
    );
  }
  if (code === answerTooLong) {
    const message = `The MCP server '${server}' ran ${what}. ${messageOf(thrown)}`;
    return new ToolError("mcp-failed", message, { cause: thrown });
  }
  if (isRefusal(thrown) && code !== answerLost) {
    return new ToolError(
      "mcp-failed",
      `The MCP server '${server}' refused to run ${what}: ${plainText(messageOf(thrown))} (code ${String(code)}).`,
      { cause: thrown, ...(typeof code === "number" && { details: { server, code } }) },
    );
  }
  if (statusOf(thrown) === 404) return new SessionGone(reasonOf(thrown), { cause: thrown });
  // Perhaps the server is gone, perhaps only this answer was lost.
  connection.suspect();
  const isClosed = code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED";
  const reason = (isClosed ? await endOf(connection) : null) ?? reasonOf(thrown);
  return new ToolError(
    "mcp-failed",
    `The MCP server '${server}' was lost while it ran ${what}: ${reason}. The call may have had effects and is not repeated automatically. The server is restarted for the next call.`,
    { cause: thrown },
  );
}

/**
 * The loss if it is already known, as after a process has ended; null otherwise, as at the end of a session.
 */
function endOf({ lost }: Connection): Promise<string | null> {
  return Promise.race([
    lost.then(({ reason }) => reason),
    new Promise<null>((resolve) => {
      setImmediate(resolve, null);
    }),
  ]);
}
