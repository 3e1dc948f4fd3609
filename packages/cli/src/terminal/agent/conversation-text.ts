import type { Message } from "@toolwright/agent";
import type { ContentPart } from "@toolwright/core";

/** A conversation as Markdown. */
export function conversationText(messages: readonly Message[]): string {
  return `${messages.flatMap(messageText).join("\n\n")}\n`;
}

function messageText(message: Message): readonly string[] {
  switch (message.role) {
    case "user": {
      const said = message.content.filter(({ isFromAgent }) => isFromAgent !== true);
      return said.length === 0 ? [] : [`## User\n\n${said.map(partText).join("\n\n")}`];
    }
    case "assistant":
      return message.content.flatMap((part) => {
        if (part.type === "reasoning") return [];
        return part.type === "text"
          ? [part.text]
          : [`**${part.name}**\n\n${fenced(part.input, "json")}`];
      });
    case "tool":
      return message.results.map(({ name, outcome }) => {
        const content = outcome.content.map(partText).join("\n");
        return `${name}: ${outcome.status}\n\n${fenced(content, "")}`;
      });
  }
}

function partText(part: ContentPart): string {
  return part.type === "text" ? part.text : `(${part.type})`;
}

/** A code block whose marks are longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}
