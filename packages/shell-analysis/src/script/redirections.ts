import type { Redirection } from "../parser/syntax.ts";
import { isSpecialVariable } from "../words/known-variables.ts";
import { expandValue, expandWord, type WordContext } from "../words/expand-word.ts";
import type { Argument, PathUse } from "../specification/specification.ts";

export interface RedirectionContext extends WordContext {
  usePath(use: PathUse, path: string): void;
  reach(host: string, port: number | undefined): void;
  /** Notes that a file opened for reading becomes a descriptor other than the standard input. */
  noteInput(): void;
  /** Adds the read of a word, whatever it expands to. */
  inspect(word: Argument): void;
}

/** Text that the script itself feeds to a command's standard input. `text` is null when unknown. */
export type InputText = { readonly text: string | null } | null;

const device = /^\/dev\/(?:tcp|udp)\/([^/]+)\/([^/]+)$/;

/**
 * Adds the effects of a redirection. Returns the text of a here-document or here-string, otherwise
 * null.
 */
export function followRedirection(
  redirection: Redirection,
  context: RedirectionContext,
): InputText {
  const { descriptor } = redirection;
  if (movesInput(redirection)) context.noteInput();
  if (descriptor?.type === "FileDescriptorVariable") {
    if (isSpecialVariable(descriptor.name)) context.unknown(`{${descriptor.name}} is set`);
    context.state.setVariable(descriptor.name, { kind: "number" });
  }
  switch (redirection.type) {
    case "HereDoc": {
      const { closing, body, delimiter } = redirection;
      if (closing === undefined) context.unknown("a here-document has no end");
      const parts = delimiter?.quoted === true ? undefined : body.parts;
      if (delimiter?.quoted !== true && body.text.includes("\\")) {
        context.followInside(body);
        return { text: null };
      }
      if (parts === undefined) return { text: body.text };
      const { text, value, pos, end } = { ...body, value: body.text };
      const word = { type: "Word", text: "<<", value, pos, end, parts } as const;
      const argument = expandValue(word, context);
      return { text: argument.kind === "static" ? argument.text : textIfPlain(text) };
    }
    case "HereString": {
      if (context.isOtherShell) context.unknown("not every shell supports <<<");
      if (redirection.target === undefined) return { text: null };
      const argument = expandValue(redirection.target, context);
      // The parser accepts these as text.
      if (/^[^'"`$\\]*[()]/.test(redirection.target.text)) {
        context.unknown(`it isn't valid bash: a parenthesis in ${redirection.target.text}`);
      }
      return { text: argument.kind === "static" ? argument.text : null };
    }
    case "Redirect":
      followFile(redirection, context);
      return null;
  }
}

/** Whether a file opened for reading may become a descriptor other than the standard input; copied outputs can't. */
function movesInput(redirection: Redirection): boolean {
  const { descriptor, operator } = redirection;
  const number = descriptor?.type === "FileDescriptor" ? descriptor.value : null;
  if (operator === ">&" || operator === "<&") {
    const { target } = redirection;
    const staysInput = descriptor === undefined && operator === "<&";
    return !staysInput && !/^[12]?-?$/.test(target?.text ?? "");
  }
  return operator.startsWith("<") && operator !== "<>" && descriptor !== undefined && number !== 0;
}

function textIfPlain(text: string): string | null {
  return /[$`\\]/.test(text) ? null : text;
}

function followFile(
  { operator, target }: Extract<Redirection, { type: "Redirect" }>,
  context: RedirectionContext,
): void {
  if (target === undefined) {
    context.unknown(`${operator} has no target`);
    return;
  }
  const isDuplicate = operator === ">&" || operator === "<&";
  if (isDuplicate && /^(?:\d+-?|-)$/.test(target.text)) return;
  if (context.isOtherShell && /&/.test(operator)) {
    context.unknown(`shells differ in how they read ${operator}`);
  }
  if (/^\d+$/.test(target.text)) {
    // Before another redirection the number would be that one's descriptor.
    context.unknown(`${operator} ${target.text} may name a file or a descriptor`);
  }
  const words = expandWord(target, context);
  const word = words[0];
  // Bash opens the file when exactly one matches.
  if (operator === "<" && words.length === 1 && word?.kind === "glob") {
    context.inspect(word);
    return;
  }
  if (words.length !== 1 || word?.kind !== "static") {
    const why = word?.kind === "unknown" ? word.reason : `${target.text} may be several files`;
    context.unknown(`${operator} ${target.text}: ${why}`);
    return;
  }
  if (isDuplicate && /^(?:\d+-?|-)$/.test(word.text)) return;
  if (operator === "<&") {
    context.unknown(`<& ${target.text} isn't a number`);
    return;
  }
  const [, host, port] = device.exec(word.text) ?? [];
  if (host !== undefined) {
    context.reach(host, /^\d{1,5}$/.test(port ?? "") ? Number(port) : undefined);
    return;
  }
  if (operator !== "<") context.usePath("output", word.text);
  if (operator === "<" || operator === "<>") context.usePath("read", word.text);
}
