import { english, type Language } from "@toolwright/core/internal";
import type { Style } from "./styled-line.ts";

/** The signs used on the screen. */
export interface Glyphs {
  readonly prompt: string;
  readonly done: string;
  readonly failed: string;
  readonly refused: string;
  readonly cancelled: string;
  readonly waiting: string;
  readonly bar: string;
  readonly dot: string;
  readonly ellipsis: string;
  readonly minus: string;
  /** A placeholder for an invisible character. */
  readonly hidden: string;
  readonly sideKeys: string;
  readonly spinner: readonly string[];
}

const unicode: Glyphs = {
  prompt: "›",
  done: "✓",
  failed: "✗",
  refused: "⊘",
  cancelled: "■",
  waiting: "?",
  bar: "│",
  dot: "·",
  ellipsis: "…",
  minus: "−",
  hidden: "�",
  sideKeys: "←/→",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ascii: Glyphs = {
  prompt: ">",
  done: "+",
  failed: "x",
  refused: "!",
  cancelled: "-",
  waiting: "?",
  bar: "|",
  dot: "-",
  ellipsis: "...",
  minus: "-",
  hidden: "?",
  sideKeys: "left/right",
  spinner: ["|", "/", "-", "\\"],
};

/** The parameters of the terminal's sequence for each style (SGR). */
export type StyleCodes = Readonly<Record<Style | CodePart, number | string>>;

/** The parts of source code that have colours of their own. */
export type CodePart = "keyword" | "literal" | "definition" | "comment";

/** For a dark background: the terminal's own colours. */
const dark: StyleCodes = {
  dim: 2,
  strong: 1,
  accent: 36,
  good: 32,
  bad: 31,
  warning: 33,
  added: 32,
  removed: 31,
  selected: 7,
  keyword: 35,
  literal: 32,
  definition: 34,
  comment: 90,
};

/** For a light background, on which the terminal's yellow, green and cyan are hard to read. */
const light: StyleCodes = {
  ...dark,
  accent: "38;5;25",
  good: "38;5;28",
  warning: "38;5;130",
  added: "38;5;28",
  literal: "38;5;28",
  definition: "38;5;25",
  comment: "38;5;243",
};

/** The look of a terminal to the person at it. */
export interface Theme {
  readonly glyphs: Glyphs;
  readonly isUnicode: boolean;
  readonly hasColours: boolean;
  readonly codes: StyleCodes;
  /** The language of the person who looks at it. */
  readonly language: Language;
}

/** The codes for a background of this colour, in parts from 0 to 255. */
export function codesOn({ r, g, b }: Readonly<Record<"r" | "g" | "b", number>>): StyleCodes {
  // As bright as the eye finds it (ITU-R BT.601).
  return 0.299 * r + 0.587 * g + 0.114 * b > 127 ? light : dark;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The look that the environment asks for. Plain ASCII if the locale isn't UTF-8, or the terminal is
 * the Linux console or dumb; no locale counts as UTF-8, as in containers. No colours with `NO_COLOR`
 * or on a dumb terminal. `TOOLWRIGHT_THEME` is `light` or `dark`; otherwise `COLORFGBG`, which some terminals set, ends with
 * the colour of the background.
 */
export function themeFor(variables: Variables, language: Language = english): Theme {
  const terminal = variables["TERM"] ?? "";
  const locale = variables["LC_ALL"] || variables["LC_CTYPE"] || variables["LANG"] || "UTF-8";
  const isUnicode = /utf-?8/i.test(locale) && terminal !== "linux" && terminal !== "dumb";
  return {
    glyphs: isUnicode ? unicode : ascii,
    isUnicode,
    codes: isLight(variables) ? light : dark,
    hasColours: !variables["NO_COLOR"] && terminal !== "dumb",
    language,
  };
}

function isLight(variables: Variables): boolean {
  const theme = variables["TOOLWRIGHT_THEME"];
  return theme === undefined ? /;(?:7|15)$/.test(variables["COLORFGBG"] ?? "") : theme === "light";
}
