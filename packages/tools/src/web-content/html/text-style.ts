/** How structure is written: as Markdown, or in plain text. */
export interface TextStyle {
  readonly heading: (text: string, level: number) => string;
  readonly strong: Mark;
  readonly emphasis: Mark;
  readonly strike: Mark;
  readonly code: Mark;
  readonly codeBlock: (text: string, language: string) => string;
  readonly link: (text: string, url: string) => string;
  readonly image: (alt: string, url: string) => string;
  readonly formula: (tex: string, isBlock: boolean) => string;
  /** Before each line of a quotation. */
  readonly quote: string;
  readonly rule: string;
  readonly tableRow: (cells: readonly string[]) => string;
  /** Between the lines of a table's cell. */
  readonly cellBreak: string;
  /** Between a table's head and its body; null for nothing. */
  readonly tableRule: (columns: number) => string | null;
}

export type Mark = (text: string) => string;

export const markdownStyle: TextStyle = {
  heading: (text, level) => `${"#".repeat(level)} ${text}`,
  strong: (text) => `**${text}**`,
  emphasis: (text) => `*${text}*`,
  strike: (text) => `~~${text}~~`,
  code: (text) => {
    const fence = "`".repeat(longestRun(text) + 1);
    const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
    return `${fence}${space}${text}${space}${fence}`;
  },
  codeBlock: (text, language) => {
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return `${fence}${language}\n${text}\n${fence}`;
  },
  link: (text, url) => (text === url ? `<${url}>` : `[${text}](${linkTarget(url)})`),
  image: (alt, url) => `![${alt}](${linkTarget(url)})`,
  formula: (tex, isBlock) => (isBlock ? `$$${tex}$$` : `$${tex}$`),
  quote: "> ",
  rule: "---",
  tableRow: (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  cellBreak: "<br>",
  tableRule: (columns) => `|${" --- |".repeat(columns)}`,
};

export const plainStyle: TextStyle = {
  heading: (text) => text,
  strong: (text) => text,
  emphasis: (text) => text,
  strike: (text) => text,
  code: (text) => text,
  codeBlock: (text) => text,
  link: (text) => text,
  image: (alt) => (alt === "" ? "" : `[image: ${alt}]`),
  formula: (tex) => tex,
  quote: "",
  rule: "",
  tableRow: (cells) => cells.join(" | "),
  cellBreak: "; ",
  tableRule: () => null,
};

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function linkTarget(url: string): string {
  return /[()]/.test(url) ? `<${url}>` : url;
}
