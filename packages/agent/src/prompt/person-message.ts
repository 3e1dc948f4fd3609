import type { Session } from "@toolwright/core";
import type { UserPart } from "../model/message.ts";

/** A message of the person. Parts that aren't in the person's words have `isFromAgent`. */
export type PersonMessage = string | readonly UserPart[];

/** A message may quote secrets, for example of a file that comes through a pipe. */
export function withoutSecrets(message: PersonMessage, session: Session): PersonMessage {
  if (typeof message === "string") return session.redact(message);
  return message.map((part) => ({
    ...part,
    ...("text" in part && part.text !== undefined && { text: session.redact(part.text) }),
    ...("uri" in part && { uri: session.redact(part.uri) }),
  }));
}

/** The text of what the person has said. */
export function textsOf(messages: readonly PersonMessage[]): string {
  return messages
    .flatMap((message) =>
      typeof message === "string"
        ? [message]
        : message.flatMap((part) =>
            part.type === "text" && part.isFromAgent !== true ? [part.text] : [],
          ),
    )
    .join("\n\n");
}
