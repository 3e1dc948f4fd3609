import type { ParsedScript } from "../parser/syntax.ts";
import type { Scope } from "./scope.ts";

/**
 * What a substitution prints, in the few cases where that is certain: `$(cat <<'EOF' …)`, in which
 * agents write messages of several lines, and `$(pwd)`. Without the newlines at its end.
 */
export function knownOutput(script: ParsedScript, scope: Scope): string | null {
  const [statement] = script.commands;
  if (script.commands.length !== 1 || statement?.background === true) return null;
  const command = statement?.command;
  if (command?.type !== "Command" || command.prefix.length > 0) return null;
  const name = command.name?.text ?? "";
  if (scope.state.function(name) !== undefined) return null;
  if (name === "pwd" && command.suffix.length === 0) {
    const { directories } = scope.state;
    return directories?.length === 1 ? (directories[0] ?? null) : null;
  }
  const [only] = command.suffix;
  if (name !== "cat" || command.suffix.length !== 1 || only?.type !== "HereDoc") return null;
  const { body, closing, delimiter, operator } = only;
  if (closing === undefined || delimiter?.quoted !== true || operator !== "<<") return null;
  return body.text.includes("\0") ? null : body.text.replace(/\n+$/, "");
}
