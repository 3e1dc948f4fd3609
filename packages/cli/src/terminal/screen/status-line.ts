import { verbatim } from "@toolwright/core/internal";
import { counted, phrase } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { cutLine, type Line, line, lineWidth, type Span, span } from "../../text/styled-line.ts";
import type { ScreenState } from "./screen-state.ts";

export interface StatusFacts {
  readonly workspaceName: string;
  readonly toolCount: number;
}

/** The folder, the mode, the number of tools, and hints, which are left out if there is no room. */
export function statusLine(
  { calls, isTyping, mode, questions }: ScreenState,
  { workspaceName, toolCount }: StatusFacts,
  { look, width }: { readonly look: Theme; readonly width: number },
): Line {
  const { dot, ellipsis } = look.glyphs;
  const { say } = look.language;
  const tools = say(counted("{count} tool", "{count} tools", { count: toolCount }));
  const facts = [workspaceName, say(phrase("{mode} mode", { mode })), tools];
  const hints =
    questions.length > 0
      ? [isTyping ? phrase("stop typing to answer") : phrase("Ctrl-C cancels the call")]
      : calls.length > 0
        ? [phrase("Ctrl-B for background"), phrase("Ctrl-C cancels")]
        : [phrase("Tab completes"), verbatim("/help"), verbatim("/exit")];
  const pieces = (parts: readonly string[]): Span[] => [span(`  ${parts.join(` ${dot} `)}`, "dim")];
  const whole = pieces([...facts, ...hints.map(say)]);
  if (lineWidth(whole) <= width) return whole;
  return cutLine(line(...pieces(facts)), width, ellipsis);
}
