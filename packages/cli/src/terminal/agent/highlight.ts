import type { CodePart, Theme } from "../../text/theme.ts";

/** The rows of a code block with colours. The code is clean already. */
export type Highlight = (code: string, language: string | undefined, look: Theme) => string[];

/** Longer code keeps one colour, as it would delay a frame. */
const maxCodeLength = 50_000;

/** Loads the highlighter, which nothing needs before a model writes code. */
export async function loadHighlight(): Promise<Highlight> {
  const { default: library } = await import("#highlight");
  return (code, language, look) => {
    const known = language === undefined ? undefined : library.getLanguage(language);
    if (known === undefined || !look.hasColours || code.length > maxCodeLength) {
      return code.split("\n");
    }
    const { value } = library.highlight(code, {
      language: language ?? "",
      ignoreIllegals: true,
    });
    return rowsOf(value, look);
  };
}

/** The library's HTML: nothing but `span` elements with classes, and the code with its five signs escaped. */
function rowsOf(html: string, { codes }: Theme): string[] {
  const open: (CodePart | undefined)[] = [];
  const begin = (): string => {
    const part = open.findLast((each) => each !== undefined);
    return part === undefined ? "" : `\u001b[${codes[part]}m`;
  };
  const pieces = html.split(/(<span class="[^"]*">|<\/span>|\n)/);
  const rows = [""];
  const add = (text: string): void => {
    rows[rows.length - 1] += text;
  };
  for (const piece of pieces) {
    const opened = /^<span class="hljs-([\w]+)/.exec(piece);
    if (piece === "\n") {
      add("\u001b[39m");
      rows.push(begin());
    } else if (opened !== null) {
      open.push(parts[opened[1] ?? ""]);
      add(begin());
    } else if (piece.startsWith("<span ")) open.push(undefined);
    else if (piece === "</span>") {
      open.pop();
      add(`\u001b[39m${begin()}`);
    } else add(unescaped(piece));
  }
  return rows;
}

const signs: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (sign) => signs[sign] ?? sign);
}

const parts: Readonly<Record<string, CodePart>> = {
  keyword: "keyword",
  built_in: "keyword",
  literal: "literal",
  number: "literal",
  string: "literal",
  regexp: "literal",
  symbol: "literal",
  title: "definition",
  attr: "definition",
  attribute: "definition",
  property: "definition",
  section: "definition",
  selector: "definition",
  name: "definition",
  type: "definition",
  comment: "comment",
  meta: "comment",
  quote: "comment",
  addition: "literal",
  deletion: "keyword",
};
