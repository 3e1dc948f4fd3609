import type { ElicitRequestFormParams, ElicitRequestParams } from "@modelcontextprotocol/server";
import type { Elicitation } from "@toolwright/core";
import { revealedLine, revealHidden } from "@toolwright/core/internal";
import type { AskingAbilities } from "./host-line.ts";

/**
 * A question of a tool or server as a request to the host, with its origin; null when the host cannot show
 * that kind.
 */
export function elicitationRequest(
  elicitation: Elicitation,
  canAsk: AskingAbilities,
): ElicitRequestParams | null {
  const { id, from, message } = elicitation;
  const text = `${revealedLine(from, 200)} asks:\n${revealHidden(message, "command")}`;
  if (elicitation.kind === "url") {
    if (!canAsk.url) return null;
    return { mode: "url", message: text, url: elicitation.url, elicitationId: id };
  }
  if (!canAsk.form) return null;
  // The asker wrote the schema for a form; the host checks it.
  const requestedSchema = elicitation.schema as ElicitRequestFormParams["requestedSchema"];
  return { mode: "form", message: text, requestedSchema };
}
