/** A form in which a value may appear in a text; the name is empty for the unchanged value. */
export interface Encoding {
  readonly name: string;
  readonly text: string;
}

/** Shorter lines would match by chance. */
const minLineCharacters = 16;

/**
 * Every form of a value that is searched for. Base64 comes without the characters that depend on
 * the surrounding bytes, once for each position in a group of three bytes.
 */
export function encodingsOf(value: string): readonly Encoding[] {
  const forms = new Map<string, string>([[value, ""]]);
  const add = (name: string, text: string): void => {
    if (!forms.has(text)) forms.set(text, name);
  };
  for (const [name, text] of escaped(value)) add(name, text);
  for (const [name, text] of percentEncoded(value)) {
    add(name, text);
    add(
      `${name}-lower`,
      text.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    );
  }
  const bytes = Buffer.from(value, "utf8");
  for (const before of [0, 1, 2]) {
    const text = base64Core(bytes, before);
    const name = before === 0 ? "base64" : `base64-${before}`;
    add(name, text);
    add(`${name}-url`, text.replaceAll("+", "-").replaceAll("/", "_"));
  }
  add("hex", bytes.toString("hex"));
  add("hex-upper", bytes.toString("hex").toUpperCase());
  for (const [index, line] of linesOf(value).entries()) add(`line-${index + 1}`, line);
  return Array.from(forms, ([text, name]) => ({ name, text }));
}

/** The base64 characters that contain only bits of these bytes, after `before` other bytes. */
function base64Core(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((before * 8) / 6);
  return all.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
}

function escaped(value: string): readonly (readonly [string, string])[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [
    ["json", json],
    ["json-json", JSON.stringify(json).slice(1, -1)],
    ["json-slash", json.replaceAll("/", "\\/")],
    ["json-ascii", json.replace(/[\u007f-\uffff]/g, unicodeEscape)],
    ["html", value.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character)],
    ["shell", value.replace(/[^\w@%+=:,./-]/g, "\\$&")],
    ["shell-quoted", value.replaceAll("'", String.raw`'\''`)],
    ["crlf", value.replace(/\r?\n/g, "\r\n")],
  ];
}

const htmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function percentEncoded(value: string): readonly (readonly [string, string])[] {
  // A lone surrogate has no percent encoding.
  const sound = value.toWellFormed();
  const component = encodeURIComponent(sound);
  const strict = component.replace(/[!'()*]/g, percentEscape);
  const all = Array.from(Buffer.from(sound, "utf8"), (byte) => percent(byte)).join("");
  return [
    ["url", component],
    ["url-strict", strict],
    ["url-form", strict.replaceAll("%20", "+").replaceAll("%2A", "*").replaceAll("~", "%7E")],
    ["url-path", encodeURI(sound)],
    ["url-all", all],
  ];
}

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
const percentEscape = (character: string): string => percent(character.charCodeAt(0));

/** The lines of a value such as a key: programs show and number lines separately. */
function linesOf(value: string): readonly string[] {
  if (!value.includes("\n")) return [];
  return value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineCharacters && !line.startsWith("-----"));
}
