import type { Skill } from "@toolwright/core";
import { revealHidden, shownName } from "@toolwright/core/internal";
import { sizeText } from "../text/number-text.ts";
import type { ReadSkill } from "./read-skill.ts";

interface Shown extends ReadSkill {
  readonly skill: Skill;
  readonly args: string | undefined;
}

/** A loaded skill for a model. */
export function shownSkill({ skill, body, files, isWhole, args }: Shown): string {
  const { name, source, directory, compatibility, allowedTools } = skill;
  return [
    `Skill ${name}, from ${source}:`,
    withArguments(revealHidden(body, "text"), args),
    ...(files.length === 0
      ? []
      : [
          [
            `Files of this skill in ${shownName(directory)}; paths in the instructions are relative to it:`,
            ...files.map(({ path, size }) => `- ${shownName(path)} (${sizeText(size)})`),
            ...(isWhole ? [] : ["(and more)"]),
          ].join("\n"),
        ]),
    ...(compatibility === null ? [] : [`It needs: ${compatibility}`]),
    ...(allowedTools === null
      ? []
      : [
          `Its author meant it to be done with these tools only: ${allowedTools.join(", ") || "none"}. The list allows nothing: each call is decided as usual.`,
        ]),
  ].join("\n\n");
}

function withArguments(body: string, args: string | undefined): string {
  if (args === undefined) return body;
  return body.includes("$ARGUMENTS")
    ? body.replaceAll("$ARGUMENTS", () => args)
    : `${body}\n\nARGUMENTS: ${args}`;
}
