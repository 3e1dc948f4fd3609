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

/** The server had no more time. */
export function timeoutError(
  { answering, limits, what }: ServerRequest,
  which: "idle" | "total",
): ToolError {
  const { server } = answering;
  const { idleMs, totalMs } = limits;
  return which === "idle"
    ? new ToolError(
        "timeout",
        `The MCP server '${server}' said nothing for ${idleMs / 1_000} s while it ran ${what}: the call was cancelled there. Its "timeoutMs" in the settings may be raised.`,
        { details: { timeoutMs: idleMs } },
      )
    : new ToolError(
        "timeout",
        `The MCP server '${server}' ran ${what} for longer than ${totalMs / 1_000} s: the call was cancelled there.`,
        { details: { timeoutMs: totalMs } },
      );
}

/** The call was not taken: its session is one that the server doesn't know any more. */
export class SessionGone extends Error {}

/** What a call is told of whatever its request was ended by. */
export async function errorOf(request: ServerRequest, thrown: unknown): Promise<Error> {
  if (ToolError.isInstance(thrown)) return thrown;
  const { answering, connection, what } = request;
  const { server } = answering;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (isUnauthorized(thrown)) {
    return new ToolError(
      "mcp-failed",
      `The MCP server '${server}' wants to know who you are. Next step for the person: ${loginFor(server, thrown)}`,
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
  // It may be gone, or only this answer.
  connection.suspect();
  const isClosed = code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED";
  const reason = (isClosed ? await endOf(connection) : null) ?? reasonOf(thrown);
  return new ToolError(
    "mcp-failed",
    `The MCP server '${server}' was lost while it ran ${what}: ${reason}. What it had done by then isn't known, and the call isn't sent again by itself. The server is started again for the next call.`,
    { cause: thrown },
  );
}

/** Known at once where a process has ended; null when nobody lost it, as at the end of a session. */
function endOf({ lost }: Connection): Promise<string | null> {
  return Promise.race([
    lost.then(({ reason }) => reason),
    new Promise<null>((resolve) => {
      setImmediate(resolve, null);
    }),
  ]);
}
