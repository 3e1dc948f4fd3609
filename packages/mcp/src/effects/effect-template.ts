import { isAbsolute, join, resolve } from "node:path";
import { type Effect, read, deletion, write } from "@toolwright/core";

/** One effect of a mapping, as `read({path})`: what an argument names, or a fixed place. */
export interface EffectTemplate {
  readonly kind: "read" | "write" | "delete" | "network";
  /** The argument that holds the value, or a list of them. */
  readonly argument?: string;
  readonly isList: boolean;
  /** Instead of an argument. */
  readonly fixed?: string;
  readonly recursive: boolean;
}

/** Where a server's paths begin. */
export interface EffectPlace {
  /** Of the server's process, absolute; null for one that is reached over the network. */
  readonly cwd: string | null;
  readonly home: string;
}

const form = /^(read|write|delete|network)\((.*?)(, ?recursive)?\)$/s;
const placeholder = /^\{([^{}[\]]+)(\[\])?\}$/;

/** Reads `read({path})`, `read({paths[]})`, `write({to}, recursive)`, `network({url})`, `read(~/notes.db)`. */
export function parseEffectTemplate(text: string): EffectTemplate | { readonly problem: string } {
  const match = form.exec(text);
  if (match === null) {
    return {
      problem: `'${text}' is no effect; write read, write, delete or network of an argument, as read({path}) or read({paths[]})`,
    };
  }
  const kind = match[1] as EffectTemplate["kind"];
  const inside = match[2] ?? "";
  const recursive = match[3] !== undefined;
  if (recursive && (kind === "delete" || kind === "network")) {
    return { problem: `'${text}': only read and write are recursive` };
  }
  const [, argument, list] = placeholder.exec(inside) ?? [];
  if (argument !== undefined) {
    return { kind, argument, isList: list !== undefined, recursive };
  }
  if (inside === "" || /[{}*?]/.test(inside)) {
    return {
      problem: `'${text}': inside stands one {argument}, or one path or host without wildcards`,
    };
  }
  if (kind === "network") {
    if (networkOf(`https://${inside}/`, inside) === null) {
      return { problem: `'${text}': what is no argument is a host, as api.example.com` };
    }
  } else if (!isAbsolute(inside) && !inside.startsWith("~/")) {
    return { problem: `'${text}': a path that is no argument is absolute or begins with ~/` };
  }
  return { kind, fixed: inside, isList: false, recursive };
}

/**
 * The effects of a call with this input; null when one of the arguments isn't there or isn't
 * clearly what it should be. Values are values: nothing in them is read as a pattern.
 */
export function effectsOfTemplate(
  template: EffectTemplate,
  input: ReadonlyMap<string, unknown>,
  place: EffectPlace,
): readonly Effect[] | null {
  if (template.fixed !== undefined) return listOf(fixedEffect(template, template.fixed, place));
  const value = input.get(template.argument ?? "");
  if (!template.isList) return listOf(effectOf(template, value, place));
  // An empty list may mean nothing, or everything.
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
 * The absolute path that any server must mean by a text, or null: one may take `~` for the home
 * folder, a URI for a file, a drive's letter for a drive, and another for a name.
 */
export function clearPath(text: string, cwd: string | null): string | null {
  if (text === "" || text.includes("\0") || !text.isWellFormed()) return null;
  // Surrounding white space and quotes are taken away by some.
  if (text !== text.trim() || /^["']|["']$/.test(text)) return null;
  if (/^[~%$]|^[A-Za-z][A-Za-z0-9+.-]*:|^\\|^\/\//.test(text)) return null;
  // Some look for a name in another Unicode form; all forms of a name in this one are one name to rules.
  if (text !== text.normalize("NFC")) return null;
  if (isAbsolute(text)) return resolve(text);
  return cwd === null ? null : resolve(cwd, text);
}

/** `shown` is the host as a person wrote it, which has no more than a host and a port. */
function networkOf(text: string, shown: string | null): Effect | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return null;
  const number = port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);
  const isShown = [hostname, `${hostname}:${number}`].includes(shown?.toLowerCase() ?? hostname);
  return isShown ? { type: "network", host: hostname, port: number } : null;
}
