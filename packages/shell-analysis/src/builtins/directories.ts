import { usePath } from "../command/use-value.ts";
import { joinPath } from "../paths/join-path.ts";
import type { Scope } from "../script/scope.ts";
import type { Argument } from "../specification/specification.ts";

/** `cd`, and `pushd` with a directory: where every later command runs. */
export function changeDirectory(words: readonly Argument[], scope: Scope): void {
  const [name, ...rest] = words;
  const program = name?.text ?? "cd";
  let isPhysical = false;
  const operands: Argument[] = [];
  for (const word of rest) {
    const isOption = operands.length === 0 && word.kind === "static" && /^-[LPe]+$/.test(word.text);
    if (isOption) isPhysical ||= word.text.includes("P");
    else if (word.kind !== "static" || word.text !== "--") operands.push(word);
  }
  const [target, ...more] = operands;
  const text = target === undefined && program === "cd" ? scope.home : staticText(target);
  if (more.length > 0 || text === null || /^[-+]/.test(text) || text === "") {
    const why = target?.kind === "unknown" ? target.reason : `where it leads isn't known`;
    scope.unknown(`${program}: ${why}`);
    scope.state.moveTo(null);
    return;
  }
  usePath("read", text, scope.commandContext(program, null));
  const { origin, isPlainDirectory } = scope.settings;
  const from = text.startsWith("/") ? ["/"] : scope.state.directories;
  const places = from?.map((directory) => joinPath(directory, text, origin)) ?? null;
  // Without -P the shell goes back by the names it came by, so links are no matter.
  const isSure =
    !isPhysical || places?.every(({ back }) => back === null || isPlainDirectory(back));
  scope.state.moveTo(isSure === true ? (places?.map(({ path }) => path) ?? null) : null);
}

/** `popd`, and `pushd` without a directory. */
export function leaveDirectory(words: readonly Argument[], scope: Scope): void {
  scope.unknown(`${words[0]?.text ?? "popd"}: where it leads isn't known`);
  scope.state.moveTo(null);
}

function staticText(word: Argument | undefined): string | null {
  return word?.kind === "static" ? word.text : null;
}
