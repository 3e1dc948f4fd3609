import { ParserOverflow } from "../parser/parse-script.ts";
import type { Scope } from "./scope.ts";

/** Follows shell text from a command such as `sh -c` or `eval`, as the shell of that name reads it. */
export function runText(text: string, shell: string, scope: Scope): void {
  if (!scope.mayParse(text.length)) return;
  const inside = scope.withSource(text, false);
  try {
    const script = scope.settings.parse(text);
    (shell === "bash" ? inside : inside.inOtherShell()).followScript(script);
  } catch (error) {
    if (!(error instanceof ParserOverflow)) throw error;
    scope.unknown("it is nested too deeply to be analysed");
  }
}
