export interface GitSetting {
  /** Section and name in lower case, the subsection unchanged: `remote.Origin.url`. */
  readonly key: string;
  /** Null for a name without a value, which means true. */
  readonly value: string | null;
}

/**
 * The settings of a git configuration file, in order; null if the text can't be parsed.
 *
 * Source: git-config(1), "CONFIGURATION FILE"; git's `config.c`.
 */
export function parseGitConfig(text: string): readonly GitSetting[] | null {
  if (text.includes("\0")) return null;
  const settings: GitSetting[] = [];
  let section: string | null = null;
  let rest = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  while (rest !== "") {
    const blank = /^(?:[ \t\n]+|[#;][^\n]*)/.exec(rest);
    const header = headerAt(rest);
    const setting = header === null ? settingAt(rest) : null;
    if (blank !== null) rest = rest.slice(blank[0].length);
    else if (header !== null) {
      section = header.section;
      rest = rest.slice(header.length);
    } else if (setting !== null && section !== null) {
      settings.push({ key: `${section}.${setting.name}`, value: setting.value });
      rest = rest.slice(setting.length);
    } else return null;
  }
  return settings;
}

/** `[core]`, `[remote "origin"]`, and the old `[remote.origin]`. */
function headerAt(text: string): { readonly section: string; readonly length: number } | null {
  const match = /^\[(?<section>[\w.-]+)(?:[ \t]+"(?<subsection>(?:[^"\\\n]|\\[^\n])*)")?\]/.exec(
    text,
  );
  if (match?.groups === undefined) return null;
  const { section = "", subsection } = match.groups;
  const inner = subsection === undefined ? "" : `.${subsection.replaceAll(/\\(.)/g, "$1")}`;
  return { section: section.toLowerCase() + inner, length: match[0].length };
}

interface FoundSetting {
  readonly name: string;
  readonly value: string | null;
  readonly length: number;
}

function settingAt(text: string): FoundSetting | null {
  const begin = /^([a-zA-Z][a-zA-Z0-9-]*)[ \t]*/.exec(text);
  if (begin === null) return null;
  const name = (begin[1] ?? "").toLowerCase();
  const at = begin[0].length;
  if (text[at] !== "=") {
    const isAlone = at === text.length || text[at] === "\n";
    return isAlone ? { name, value: null, length: at } : null;
  }
  const found = valueAt(text, at + 1);
  return found === null ? null : { name, value: found.value, length: found.end };
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  b: "\b",
  '"': '"',
  "\\": "\\",
  "\n": "",
};

/** The value up to the line's end or a comment. */
function valueAt(
  text: string,
  start: number,
): { readonly value: string; readonly end: number } | null {
  let value = "";
  /** The length that stays if only white space follows. */
  let kept = 0;
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text[at] !== "\n"; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") {
      const meant = escapes[text[at + 1] ?? ""];
      if (meant === undefined) return null;
      value += meant;
      at += 1;
      if (meant !== "") kept = value.length;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
    } else if (!isQuoted && /[#;]/.test(character)) {
      const end = text.indexOf("\n", at);
      return { value: value.slice(0, kept), end: end === -1 ? text.length : end };
    } else if (!isQuoted && /[ \t]/.test(character)) {
      if (value !== "") value += character;
    } else {
      value += character;
      kept = value.length;
    }
  }
  return isQuoted ? null : { value: value.slice(0, kept), end: at };
}
