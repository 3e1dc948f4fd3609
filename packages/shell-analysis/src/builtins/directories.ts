import { usePath } from "../command/use-value.ts";
import { holds, joinPath } from "../paths/join-path.ts";
import type { Scope } from "../script/scope.ts";
import { type Argument, staticText } from "../specification/specification.ts";

/** Follows `cd`, or `pushd` with a directory: every later command runs there. */
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
  const { state } = scope;
  if (text === "-" && more.length === 0 && program === "cd" && state.previous !== null) {
    state.moveTo(state.previous);
    return;
  }
  if (more.length > 0 || text === null || /^[-+]/.test(text) || text === "") {
    const why = target?.kind === "unknown" ? target.reason : "its target is unknown";
    scope.unknown(`${program}: ${why}`);
    state.moveTo(null);
    return;
  }
  const { origin, isPlainDirectory } = scope.settings;
  const from = text.startsWith("/") ? ["/"] : state.directories;
  const places = from?.map((directory) => joinPath(directory, text, origin)) ?? null;
  // Moving above the workspace reveals nothing; commands that run there count by themselves.
  const isWayUp = !isPhysical && /^\.\.(?:\/\.\.)*\/?$/.test(text);
  if (!isWayUp || places?.every(({ path }) => holds(path, origin)) !== true) {
    usePath("read", text, scope.commandContext(program, null));
  }
  // Without -P the shell removes the last name of its path, so links don't matter.
  const isSure =
    !isPhysical || places?.every(({ back }) => back === null || isPlainDirectory(back));
  if (program === "pushd") state.push();
  state.moveTo(isSure === true ? (places?.map(({ path }) => path) ?? null) : null);
}

/** Follows `popd`, or `pushd` without a directory: it leads where a `pushd` was before, or fails. */
export function leaveDirectory(words: readonly Argument[], scope: Scope): void {
  const { state } = scope;
  if (words.length === 1) {
    state.push();
    state.moveTo(state.pushed);
    return;
  }
  scope.unknown(`${words[0]?.text ?? "popd"}: its target is unknown`);
  state.moveTo(null);
}
