import type { ContentPart, Session } from "@toolwright/core";

/** A message of the person. */
export type PersonMessage = string | readonly ContentPart[];

/** A message may quote secrets, for example of a file that comes through a pipe. */
export function withoutSecrets(message: PersonMessage, session: Session): PersonMessage {
  if (typeof message === "string") return session.redact(message);
  return message.map((part) =>
    part.type === "text" ? { ...part, text: session.redact(part.text) } : part,
  );
}

/** The texts of messages, for hooks. */
export function textsOf(messages: readonly PersonMessage[]): string {
  return messages
    .flatMap((message) =>
      typeof message === "string"
        ? [message]
        : message.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    )
    .join("\n\n");
}
