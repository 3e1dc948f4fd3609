import { childrenOf } from "./parse-script.ts";
import type { Command, HereDoc, ParsedScript, Redirection, SyntaxNode, Word } from "./syntax.ts";

/** None of what `read-specially` looks for is in a text without one of these. */
const signs = /\$"|\$\{[\s|]|\}[<>]|\d{4}[<>]|<<|`|\w\[|[^\s;|&(]#|\$\{[^}]*'/;
/** Bash takes a longer number for a word, and a word in front of a redirection for an operand. */
const maxDescriptor = 999;
const plainDelimiter = /^(?:\\?[\w.!@%+=:,-]+|'[^'\n]*'|"[^"\\$`\n]*")$/;
/** `$"` in a text that the parser hands on as it is. */
const translated = /(?<!\\)\$"/;
/** No comment begins directly behind a word. */
const commentBehind = /(?:\\\n)*#/y;

/**
 * Why bash reads a script otherwise than the tree says: places where it evaluates text that the parser hands on as
 * plain, or where versions of it differ. Empty for nearly all scripts. The scripts of substitutions aren't
 * looked into: whoever follows them asks again.
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
    // The delimiter of a here-document is in quotes as well then, and has no values in it.
    const isInQuotes = isQuoted || node.type === "DoubleQuoted" || node.type === "HereDoc";
    childrenOf(node, (child) => visit(child, isInQuotes));
  };
  childrenOf(script, (child) => visit(child, false));
  return reasons;
}

/** There single quotes quote behind some operators, and are letters behind others, as `$'` is. */
function reasonOfQuotes(node: SyntaxNode): string | null {
  if (node.type !== "ParameterExpansion" || !node.text.includes("'")) return null;
  return `what the single quotes in ${node.text} quote isn't certain`;
}

function reasonOf(node: SyntaxNode, source: string): string | null {
  switch (node.type) {
    case "Word":
      return reasonOfEnd(node, source);
    case "LocaleString":
      return `${node.text} is translated, and read once more`;
    case "Literal":
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
      return translated.test(node.text) ? `${node.text} is translated, and read once more` : null;
    case "CommandExpansion":
      if (node.text.startsWith("${")) return `${node.text} isn't known to every bash`;
      return node.text.startsWith("`") && node.text.includes("\\")
        ? `the backslashes in ${node.text} mean different things`
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

function reasonOfCommand({ name, suffix }: Command, source: string): string | null {
  if (name === undefined) return null;
  // All up to the closing bracket is one word there, blanks and signs as well.
  if (/^[A-Za-z_]\w*\[/.test(name.text)) return `the subscript in ${name.text} is evaluated`;
  for (const part of [name, ...suffix]) {
    if (part.type !== "Word" || !/^\{.*\}$/s.test(part.text)) continue;
    if (/^[<>]/.test(source.slice(part.end, part.end + 1))) {
      return `${part.text} before a redirection is a variable, whose subscript is evaluated`;
    }
  }
  return null;
}

function reasonOfEnd({ text, end }: Word, source: string): string | null {
  commentBehind.lastIndex = end;
  return commentBehind.test(source) ? `${text} goes on with the # behind it` : null;
}

function reasonOfDescriptor({ descriptor }: Redirection): string | null {
  if (descriptor?.type !== "FileDescriptor" || descriptor.value <= maxDescriptor) return null;
  return `${descriptor.value} before a redirection may be a word`;
}

function reasonOfDelimiter({ delimiter }: HereDoc): string | null {
  if (delimiter === undefined || plainDelimiter.test(delimiter.text)) return null;
  return `where the here-document ${delimiter.text} ends isn't certain`;
}
