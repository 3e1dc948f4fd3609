import { childrenOf } from "./parse-script.ts";
import type { Command, HereDoc, ParsedScript, Redirection, SyntaxNode, Word } from "./syntax.ts";

/** Text without any of these needs no closer look. */
const signs = /\$"|\$\{[\s|]|\}[<>]|\d{4}[<>]|<<|`|\w\[|[^\s;|&(]#|\$\{[^}]*'/;
/** Bash reads a larger number before a redirection as a word, and that word as an operand. */
const maxDescriptor = 999;
const plainDelimiter = /^(?:\\?[\w.!@%+=:,-]+|'[^'\n]*'|"[^"\\$`\n]*")$/;
/** `$"` in text that the parser leaves as it is. */
const translated = /(?<!\\)\$"/;
/** A `#` directly after a word, where it begins no comment. */
const hashAfterWord = /(?:\\\n)*#/y;

/**
 * Reasons why bash reads a script differently than the tree says: it evaluates text that the parser
 * treats as plain, or versions of bash differ. Empty for nearly all scripts. The scripts of
 * substitutions are not inspected here; the caller passes each in its turn.
 *
 * Source: bash 5.2, `read_token_word` in parse.y (`{name[subscript]}>`, numbers before a redirection,
 * subscripts with blanks, `<(…)#`), `parse_matched_pair` (quotes in `"${…}"`), `locale_expand` (`$"…"`), and the changes of 5.3 (`${ command; }`).
 */
export function readSpecially(script: ParsedScript, source: string): readonly string[] {
  if (!signs.test(source)) return [];
  const reasons: string[] = [];
  const visit = (node: SyntaxNode, isQuoted: boolean): void => {
    const reason = reasonOf(node, source) ?? (isQuoted ? reasonOfQuotes(node) : null);
    if (reason !== null) reasons.push(reason);
    // The delimiter of a here-document then counts as quoted as well; nothing in it is expanded.
    const isInQuotes = isQuoted || node.type === "DoubleQuoted" || node.type === "HereDoc";
    childrenOf(node, (child) => visit(child, isInQuotes));
  };
  childrenOf(script, (child) => visit(child, false));
  return reasons;
}

/** Inside double quotes, single quotes in `${…}` quote after some operators and are plain letters after others. */
function reasonOfQuotes(node: SyntaxNode): string | null {
  if (node.type !== "ParameterExpansion" || !node.text.includes("'")) return null;
  return `the meaning of the single quotes in ${node.text} is uncertain`;
}

function reasonOf(node: SyntaxNode, source: string): string | null {
  switch (node.type) {
    case "Word":
      return reasonOfEnd(node, source);
    case "LocaleString":
      return translatedText(node.text);
    case "Literal":
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
      return translated.test(node.text) ? translatedText(node.text) : null;
    case "CommandExpansion":
      if (node.text.startsWith("${")) return `not every version of bash supports ${node.text}`;
      return node.text.startsWith("`") && node.text.includes("\\")
        ? `the backslashes in ${node.text} have several meanings`
        : null;
    case "Command":
      return reasonOfCommand(node, source);
    case "Redirect":
    case "HereString":
      return reasonOfDescriptor(node);
    case "HereDoc":
      return reasonOfDescriptor(node) ?? reasonOfDelimiter(node);
    default:
      return null;
  }
}

function translatedText(text: string): string {
  return `bash translates ${text} and expands the result`;
}

function reasonOfCommand({ name, suffix }: Command, source: string): string | null {
  if (name === undefined) return null;
  // There bash reads everything up to the closing bracket as one word, including blanks and operators.
  if (/^[A-Za-z_]\w*\[/.test(name.text)) return `bash evaluates the subscript in ${name.text}`;
  for (const part of [name, ...suffix]) {
    if (part.type !== "Word" || !/^\{.*\}$/s.test(part.text)) continue;
    if (/^[<>]/.test(source.slice(part.end, part.end + 1))) {
      return `${part.text} before a redirection names a variable, whose subscript bash evaluates`;
    }
  }
  return null;
}

function reasonOfEnd({ text, end }: Word, source: string): string | null {
  hashAfterWord.lastIndex = end;
  return hashAfterWord.test(source) ? `the # after ${text} belongs to the word` : null;
}

function reasonOfDescriptor({ descriptor }: Redirection): string | null {
  if (descriptor?.type !== "FileDescriptor" || descriptor.value <= maxDescriptor) return null;
  return `${descriptor.value} before a redirection may be a word`;
}

function reasonOfDelimiter({ delimiter }: HereDoc): string | null {
  if (delimiter === undefined || plainDelimiter.test(delimiter.text)) return null;
  return `the end of the here-document ${delimiter.text} is uncertain`;
}
