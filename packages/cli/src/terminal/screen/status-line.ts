import type { Theme } from "../../text/theme.ts";
import { cutLine, type Line, line, lineWidth, type Span, span } from "../../text/styled-line.ts";
import type { ScreenState } from "./screen-state.ts";

export interface StatusFacts {
  readonly workspaceName: string;
  readonly toolCount: number;
}

/** Where one is, what is allowed, and what can be done now; hints go first when it gets narrow. */
export function statusLine(
  { calls, isTyping, mode, questions }: ScreenState,
  { workspaceName, toolCount }: StatusFacts,
  { look, width }: { readonly look: Theme; readonly width: number },
): Line {
  const { dot, ellipsis } = look.glyphs;
  const tools = `${toolCount} tool${toolCount === 1 ? "" : "s"}`;
  const facts = [workspaceName, `${mode} mode`, tools];
  const hints =
    questions.length > 0
      ? [isTyping ? "answer when you have stopped typing" : "Ctrl-C cancels the call"]
      : calls.length > 0
        ? ["Ctrl-B to the background", "Ctrl-C cancels"]
        : ["Tab completes", "/help", "/exit"];
  const pieces = (parts: readonly string[]): Span[] => [span(`  ${parts.join(` ${dot} `)}`, "dim")];
  const whole = pieces([...facts, ...hints]);
  if (lineWidth(whole) <= width) return whole;
  return cutLine(line(...pieces(facts)), width, ellipsis);
}
