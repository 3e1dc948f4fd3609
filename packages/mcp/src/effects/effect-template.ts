import { isAbsolute, join, resolve } from "node:path";
import { type Effect, read, deletion, write } from "@toolwright/core";

/**
 * One effect of a mapping, such as `read({path})`: the value of an argument, or a fixed path or host.
 */
export interface EffectTemplate {
  readonly kind: "read" | "write" | "delete" | "network";
  /** The argument that holds the value or a list of values. */
  readonly argument?: string;
  readonly isList: boolean;
  /** The value, when no argument holds it. */
  readonly fixed?: string;
  readonly recursive: boolean;
}

/** The base of a server's relative paths. */
export interface EffectPlace {
  /** The working directory of the server's process, absolute; null for a remote server. */
  readonly cwd: string | null;
  readonly home: string;
}

const form = /^(read|write|delete|network)\((.*?)(, ?recursive)?\)$/s;
const placeholder = /^\{([^{}[\]]+)(\[\])?\}$/;

/**
 * Parses `read({path})`, `read({paths[]})`, `write({to}, recursive)`, `network({url})`, `read(~/notes.db)`.
 */
export function parseEffectTemplate(text: string): EffectTemplate | { readonly problem: string } {
  const match = form.exec(text);
  if (match === null) {
    return {
      problem: `'${text}' is not an effect; write read, write, delete or network of an argument, such as read({path}) or read({paths[]})`,
    };
  }
  const kind = match[1] as EffectTemplate["kind"];
  const inside = match[2] ?? "";
  const recursive = match[3] !== undefined;
  if (recursive && (kind === "delete" || kind === "network")) {
    return { problem: `'${text}': only read and write can be recursive` };
  }
  const [, argument, list] = placeholder.exec(inside) ?? [];
  if (argument !== undefined) {
    return { kind, argument, isList: list !== undefined, recursive };
  }
  if (inside === "" || /[{}*?]/.test(inside)) {
    return {
      problem: `'${text}': the parentheses take one {argument}, or one path or host without wildcards`,
    };
  }
  if (kind === "network") {
    if (networkOf(`https://${inside}/`, inside) === null) {
      return { problem: `'${text}': without an argument it takes a host, such as api.example.com` };
    }
  } else if (!isAbsolute(inside) && !inside.startsWith("~/")) {
    return { problem: `'${text}': a fixed path must be absolute or begin with ~/` };
  }
  return { kind, fixed: inside, isList: false, recursive };
}

/**
 * The effects of a call with this input; null when an argument is missing or its meaning is unclear. Values
 * are literal: none is read as a pattern.
 */
export function effectsOfTemplate(
  template: EffectTemplate,
  input: ReadonlyMap<string, unknown>,
  place: EffectPlace,
): readonly Effect[] | null {
  if (template.fixed !== undefined) return listOf(fixedEffect(template, template.fixed, place));
  const value = input.get(template.argument ?? "");
  if (!template.isList) return listOf(effectOf(template, value, place));
  // An empty list may mean nothing or everything.
  if (!Array.isArray(value) || value.length === 0) return null;
  const effects = value.map((item: unknown) => effectOf(template, item, place));
  return effects.includes(null) ? null : effects.filter((effect) => effect !== null);
}

function listOf(effect: Effect | null): readonly Effect[] | null {
  return effect === null ? null : [effect];
}

function fixedEffect(template: EffectTemplate, text: string, { home }: EffectPlace): Effect | null {
  if (template.kind === "network") return networkOf(`https://${text}/`, text);
  return pathEffect(template, text.startsWith("~/") ? join(home, text.slice(2)) : text);
}

function effectOf(template: EffectTemplate, value: unknown, place: EffectPlace): Effect | null {
  if (typeof value !== "string") return null;
  if (template.kind === "network") return networkOf(value, null);
  const path = clearPath(value, place.cwd);
  return path === null ? null : pathEffect(template, path);
}

function pathEffect({ kind, recursive }: EffectTemplate, path: string): Effect {
  const options = recursive ? { recursive } : {};
  if (kind === "delete") return deletion(path);
  return kind === "write" ? write(path, undefined, options) : read(path, options);
}

/**
 * The absolute path that every server must read from a text, or null when servers may disagree. Some expand
 * `~`, read a URI as a file or treat a letter as a drive.
 */
export function clearPath(text: string, cwd: string | null): string | null {
  if (text === "" || text.includes("\0") || !text.isWellFormed()) return null;
  // Some servers strip surrounding white space and quotes.
  if (text !== text.trim() || /^["']|["']$/.test(text)) return null;
  if (/^[~%$]|^[A-Za-z][A-Za-z0-9+.-]*:|^\\|^\/\//.test(text)) return null;
  // Some servers look for another Unicode form. Rules treat all forms of an NFC name as one.
  if (text !== text.normalize("NFC")) return null;
  if (isAbsolute(text)) return resolve(text);
  return cwd === null ? null : resolve(cwd, text);
}

/** `shown` is the host as a person wrote it; it must consist of a host and an optional port. */
function networkOf(text: string, shown: string | null): Effect | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return null;
  const number = port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);
  const isShown = [hostname, `${hostname}:${number}`].includes(shown?.toLowerCase() ?? hostname);
  return isShown ? { type: "network", host: hostname, port: number } : null;
}
