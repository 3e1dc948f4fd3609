import type { Session } from "@toolwright/core";
import { isLabel, labelNames } from "@toolwright/core/internal";
import { usageError } from "../errors.ts";
import { phrase } from "../language/phrase.ts";
import type { ParsedArguments } from "./arguments.ts";

/** Brings the labels of `--labels web,secret` into the context of a session that decides without running anything. */
export function bringGivenLabels(
  parsed: ParsedArguments,
  { labels }: Pick<Session, "labels">,
): void {
  const given = parsed.value("labels")?.split(",") ?? [];
  for (const label of given) {
    if (isLabel(label)) labels?.add({ label, callId: null, tool: "--labels" });
    else
      throw usageError(
        phrase("No label '{label}'. Labels: {list}", { label, list: [...labelNames, "mcp:NAME"] }),
      );
  }
}
