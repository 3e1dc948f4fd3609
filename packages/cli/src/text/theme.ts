/** The signs that the screen is drawn with. */
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
  /** Stands for a character that can't be seen. */
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

/** How this terminal is drawn to. */
export interface Theme {
  readonly glyphs: Glyphs;
  readonly hasColours: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What the environment says of the terminal: plain ASCII where the locale isn't UTF-8 (no locale
 * at all counts as UTF-8, as containers have none) or the terminal is the Linux console or dumb;
 * no colours with `NO_COLOR` or on a dumb terminal.
 */
export function themeFor(variables: Variables): Theme {
  const terminal = variables["TERM"] ?? "";
  const locale = variables["LC_ALL"] || variables["LC_CTYPE"] || variables["LANG"] || "UTF-8";
  const isUnicode = /utf-?8/i.test(locale) && terminal !== "linux" && terminal !== "dumb";
  return {
    glyphs: isUnicode ? unicode : ascii,
    hasColours: !variables["NO_COLOR"] && terminal !== "dumb",
  };
}
