import { english, type Language } from "@toolwright/core/internal";
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

/** The look of a terminal to the person at it. */
export interface Theme {
  readonly glyphs: Glyphs;
  readonly hasColours: boolean;
  /** The language of the person who looks at it. */
  readonly language: Language;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The look that the environment asks for. Plain ASCII if the locale isn't UTF-8, or the terminal is
 * the Linux console or dumb; no locale counts as UTF-8, as in containers. No colours with `NO_COLOR`
 * or on a dumb terminal.
 */
export function themeFor(variables: Variables, language: Language = english): Theme {
  const terminal = variables["TERM"] ?? "";
  const locale = variables["LC_ALL"] || variables["LC_CTYPE"] || variables["LANG"] || "UTF-8";
  const isUnicode = /utf-?8/i.test(locale) && terminal !== "linux" && terminal !== "dumb";
  return {
    glyphs: isUnicode ? unicode : ascii,
    hasColours: !variables["NO_COLOR"] && terminal !== "dumb",
    language,
  };
}
