import { Markdown, type MarkdownTheme, setCapabilities } from "@earendil-works/pi-tui";
import { revealHidden } from "@toolwright/core/internal";
import { span } from "../../text/styled-line.ts";
import { stripTerminalSequences } from "../../text/terminal-sequences.ts";
import type { Theme } from "../../text/theme.ts";
import type { Block } from "../transcript/block.ts";
import type { Highlight } from "./highlight.ts";

/** Colours that this module writes itself. */
const escape = "\u001b";
const style = new RegExp(`(${escape}\\[[\\d;]*m)`);

export interface MarkdownOptions {
  readonly look: Theme;
  /** Null until the highlighter is loaded. */
  readonly highlight: () => Highlight | null;
}

/**
 * Markdown of a model. The address of a link is always written out, because a link's text may name another one. No
 * sequence but a colour of ours reaches the terminal.
 */
export function markdownBlock(text: string, { look, highlight }: MarkdownOptions): Block {
  // A link of the terminal would hide its address. Without an answer the library starts tmux to ask it.
  setCapabilities({ images: null, trueColor: false, hyperlinks: false });
  const clean = revealHidden(stripTerminalSequences(text), "text").replace(/^\s*\n|\s+$/g, "");
  const theme = themeOf(look, highlight);
  const markdown = new Markdown(clean, 0, 0, theme, undefined, {
    preserveOrderedListMarkers: true,
    preserveBackslashEscapes: false,
    renderLatex: look.isUnicode,
  });
  let drawnWith = highlight();
  return {
    render(width) {
      // The library keeps what it drew, without colours if the highlighter came later.
      if (drawnWith !== highlight()) markdown.invalidate();
      drawnWith = highlight();
      return markdown.render(width).map((row) => safeRow(row, look));
    },
  };
}

/** The row without anything but text and colours. */
function safeRow(
  row: string,
  { hasColours, isUnicode }: Pick<Theme, "hasColours" | "isUnicode">,
): string {
  const drawn = isUnicode ? row : row.replaceAll("─", "-").replaceAll("│", "|");
  const plain = isUnicode ? drawn : drawn.replaceAll(/[┌┐└┘├┤┬┴┼]/g, "+");
  return plain
    .trimEnd()
    .split(style)
    .map((piece, index) => (index % 2 === 0 ? span(piece).text : hasColours ? piece : ""))
    .join("");
}

function themeOf(look: Theme, highlight: () => Highlight | null): MarkdownTheme {
  const { codes } = look;
  const styled =
    (begin: string | number, end: number) =>
    (text: string): string =>
      look.hasColours ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
  const bold = styled(1, 22);
  const dim = styled(2, 22);
  return {
    heading: styled(codes.accent, 39),
    link: (text) => text,
    linkUrl: dim,
    code: styled(codes.accent, 39),
    codeBlock: (text) => text,
    codeBlockBorder: dim,
    quote: styled(3, 23),
    quoteBorder: dim,
    hr: dim,
    listBullet: dim,
    bold,
    italic: styled(3, 23),
    strikethrough: styled(9, 29),
    underline: styled(4, 24),
    highlightCode: (code, language) => highlight()?.(code, language, look) ?? code.split("\n"),
  };
}
